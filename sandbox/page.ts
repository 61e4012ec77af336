import { getInstant } from './data/time'
import type { Inbox } from './inbox'
import { personas } from './personas'
import type { State } from './state'

const SHOWN = 30

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const phoneForPeople = (phone: string) =>
  phone.replace(/^7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 ($1) $2-$3-$4')

const getTime = (instant: string) => escaped(instant.slice(11, 19))

const style = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1f24; --pale: #667085; --line: #e4e7ec; --tint: #f6f7f9; --accent: #b3261e }
@media (prefers-color-scheme: dark) { :root { --paper: #16181d; --ink: #eceef2; --pale: #98a2b3; --line: #2c3039; --tint: #1e2128; --accent: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.75rem; margin: 0 0 .25rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem }
p { margin: .25rem 0; color: var(--pale) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem }
.personas { grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)) }
li { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--tint) }
ul + p { margin-top: .75rem } strong { display: block } .phone { font-variant-numeric: tabular-nums; user-select: all }
.text { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline }
.code { font: 600 1.5rem/1.2 ui-monospace, monospace; letter-spacing: .1em; color: var(--accent); user-select: all }
.text p { flex: 1 1 16rem } a { color: inherit }
code { font: .875em ui-monospace, monospace }
`

/** The sandbox's page: personas and sent SMS. Works without a script. */
export function page(inbox: Inbox, state: State): string {
  const texts = inbox.texts().slice(0, SHOWN)
  const letters = state.letters.slice(-SHOWN).reverse()
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Песочница «Апреля»</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Песочница «Апреля»</h1>
<p>Учебные шлюзы вместо настоящих. Ничего не отправляется и не продаётся. Страница обновляется сама, сейчас ${getTime(getInstant(state.now()))} по Москве.</p>
<h2>Отправленные сообщения</h2>
${
  texts.length === 0
    ? '<p>Пока ни одного. Войдите в приложение по номеру телефона, и код появится здесь.</p>'
    : `<ul>${texts
        .map(
          ({ phone, text, code, at }) =>
            `<li class="text"><span class="code">${escaped(code)}</span><p>${escaped(text)}</p><span class="phone">${phoneForPeople(phone)}</span><time datetime="${escaped(at)}">${getTime(at)}</time></li>`,
        )
        .join('')}</ul>`
}
${
  letters.length === 0
    ? ''
    : `<h2>Отправленные письма</h2><ul>${letters
        .map(
          ({ email, token, at }) =>
            `<li><strong>${escaped(email)}</strong><a href="/__sandbox/letters/${escaped(token)}">Подтвердить почту</a> <time datetime="${escaped(at)}">${getTime(at)}</time></li>`,
        )
        .join('')}</ul>`
}
<h2>Кем можно войти</h2>
<ul class="personas">${personas
    .map(
      ({ phone, title, description }) =>
        `<li><strong>${escaped(title)}</strong><span class="phone">${phoneForPeople(phone)}</span><p>${escaped(description)}</p></li>`,
    )
    .join('')}</ul>
<p>Любой другой номер ведёт себя как обычный покупатель со своими данными. Номера на +7 901 ещё не зарегистрированы.</p>
<h2>Для проверок</h2>
<p><code>POST /__sandbox/faults</code> вызывает сбои, <code>DELETE</code> убирает их, <code>POST /__sandbox/reset</code> возвращает всё к началу. Принятые вызовы: <a href="/__sandbox/calls"><code>/__sandbox/calls</code></a>.</p>
</main>
</body>
</html>
`
}
