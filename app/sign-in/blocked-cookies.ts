/** The message for a browser without cookies, shown before a useless SMS is sent. */
export const blockedCookies = {
  title: 'Браузер не сохраняет cookie',
  text: 'Без них сайт не запомнит, что вы подтвердили номер, и войти не получится. Разрешите cookie в\u00a0настройках браузера или откройте сайт в\u00a0другом. СМС мы не отправляли.',
}
