/** A status in words without a screen, for robots and for people with a browser that looks like one. */
export const shortPage = (status: number, title: string) => `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<title>${title}</title>
<p>${title} (${status})</p>
</html>
`
