/**
 * Replaces Yandex SmartCaptcha's `captcha.js` in browsers: the same global object, the same hidden input, a
 * checkbox as puzzle. It draws into `.smart-captcha` by itself unless its address has `render=onload`. Tokens
 * are issued by the sandbox and expire as configured.
 */
export const smartCaptchaScript = `(() => {
  const own = new URL(document.currentScript.src)
  const widgets = []
  const emit = (widget, event, data) => {
    for (const [name, told] of [...widget.listeners]) if (name === event) told(data)
  }
  const getWidget = (id) => widgets[id ?? 0]
  function clear(widget) {
    clearTimeout(widget.timer)
    widget.input.value = ''
    widget.tick.setAttribute('aria-checked', 'false')
    widget.tick.textContent = '☐ Я не робот'
  }
  async function pass(widget) {
    if (widget.input.value) return
    try {
      const answer = await fetch(own.origin + '/__sandbox/smartcaptcha/token?sitekey=' + encodeURIComponent(widget.sitekey))
      const { token, lifeSeconds } = await answer.json()
      widget.input.value = token
      widget.tick.setAttribute('aria-checked', 'true')
      widget.tick.textContent = '☑ Я не робот'
      widget.timer = setTimeout(() => {
        clear(widget)
        emit(widget, 'token-expired')
      }, lifeSeconds * 1000)
      widget.callback?.(token)
      emit(widget, 'success', token)
    } catch {
      emit(widget, 'network-error')
    }
  }
  window.smartCaptcha = {
    render(place, { sitekey, hl, callback } = {}) {
      const container = typeof place === 'string' ? document.getElementById(place) : place
      if (!container) throw new Error('no container')
      if (!sitekey) throw new Error('no sitekey')
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = 'smart-token'
      const tick = document.createElement('button')
      tick.type = 'button'
      tick.setAttribute('role', 'checkbox')
      tick.style.minHeight = '44px'
      tick.lang = hl ?? navigator.language
      const widget = { container, input, tick, sitekey, callback, listeners: new Set(), timer: 0 }
      tick.addEventListener('click', () => pass(widget))
      clear(widget)
      container.append(input, tick)
      return widgets.push(widget) - 1
    },
    getResponse: (id) => getWidget(id)?.input.value ?? '',
    execute: (id) => void pass(getWidget(id)),
    reset: (id) => clear(getWidget(id)),
    destroy(id) {
      const widget = getWidget(id)
      clearTimeout(widget.timer)
      widget.listeners.clear()
      widget.container.replaceChildren()
    },
    subscribe(id, event, told) {
      const listener = [event, told]
      const { listeners } = getWidget(id)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  if (own.searchParams.get('render') === 'onload') {
    window[own.searchParams.get('onload')]?.()
    return
  }
  for (const container of document.querySelectorAll('.smart-captcha')) {
    const { sitekey, hl, callback } = container.dataset
    window.smartCaptcha.render(container, { sitekey, hl, callback: window[callback] })
  }
})()
`
