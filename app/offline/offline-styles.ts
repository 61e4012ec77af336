/** The product's look in as few rules as two pages need; the colours are those of tokens.css. */
export const offlineStyles = `
@font-face{font-family:Manrope;font-weight:200 800;font-display:swap;src:url(/fonts/manrope-main-wght-normal.woff2) format('woff2')}
:root{color-scheme:light;--bg:#f6f5ef;--surface:#fff;--ink:#16211a;--muted:#566058;--primary:#0e5a3a;--on-primary:#fff;--plate:#0e5a3a;--warning:#835200;--warning-soft:#fdf0cf}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#0e1411;--surface:#18211c;--ink:#eef2ea;--muted:#aab5ac;--primary:#c6f068;--on-primary:#12301f;--plate:#123d2a;--warning:#f2c46b;--warning-soft:#33290f}}
*{box-sizing:border-box;margin:0}
body{background:var(--bg);color:var(--ink);font:450 1.0625rem/1.5 Manrope,system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem calc(2rem + env(safe-area-inset-bottom))}
h1{font-size:2rem;font-weight:800;line-height:1.12;letter-spacing:-.025em}
h2{font-size:1.25rem;font-weight:700;line-height:1.2}
main>*+*{margin-top:1rem}
section{padding:1.25rem;border-radius:1.5rem;background:var(--surface)}
section>*+*{margin-top:.5rem}
ul{padding-left:1.25rem}
.state{padding:.75rem 1rem;border-radius:1rem;background:var(--warning-soft);color:var(--warning);font-weight:600}
.plate{padding:1.25rem;border-radius:1.75rem;background:var(--plate);color:#f4faec}
.stars{margin-bottom:1rem}
.stars b{font-size:2rem;font-weight:800;line-height:1.12}
.paper{max-width:20rem;margin:0 auto;overflow:hidden;border-radius:1.25rem;background:#fff}
.paper svg{display:block;width:100%;height:auto}
.fetched{color:var(--muted);font-size:.9375rem;text-align:center}
.number{font-size:1.75rem;font-weight:700;line-height:1.3;font-variant-numeric:tabular-nums}
.button,.quiet{display:flex;justify-content:center;align-items:center;min-height:3.25rem;padding:.75rem 1.25rem;border-radius:1rem;font-weight:700;text-decoration:none}
.button{background:var(--primary);color:var(--on-primary)}
.quiet{color:inherit;text-decoration:underline}
a:focus-visible{outline:3px solid var(--primary);outline-offset:3px}
`
