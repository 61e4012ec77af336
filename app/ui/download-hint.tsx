/** Advice for in-app browsers, with download managers that lack the shopper's cookies. */
export function DownloadHint() {
  return (
    <p className="muted">
      Файл не скачался? Встроенные в приложения браузеры этого не умеют: откройте сайт в Chrome,
      Яндекс Браузере или Safari.
    </p>
  )
}
