/**
 * The product's look in as few rules as two pages need; the brand's colours and fonts precede them.
 */
export const offlineStyles = `
*{box-sizing:border-box;margin:0}
body{background:var(--bg);color:var(--ink);font:450 1.0625rem/1.5 var(--font)}
main{max-width:30rem;margin:0 auto;padding:.75rem 1rem calc(2rem + env(safe-area-inset-bottom))}
h1{font-size:1.5rem;font-weight:800;line-height:1.12;letter-spacing:-.025em}
h2{font-size:1.25rem;font-weight:700;line-height:1.2}
main>*+*{margin-top:.75rem}
section{padding:1.25rem;border-radius:calc(1.2*var(--radius-l));background:var(--surface)}
section>*+*{margin-top:.5rem}
ul{padding-left:1.25rem}
.state,.paper,section{border:1px solid transparent}
.state{padding:.5rem 1rem;font-size:.9375rem;border-radius:var(--radius-m);background:var(--warning-soft);color:var(--warning);font-weight:600}
.stars b{font-size:2rem;font-weight:800;line-height:1.12}
.paper{padding:.5rem;border-radius:var(--radius-l);background:#fff;text-align:center;forced-color-adjust:none}
.qr{width:min(100%,40vh,18rem);min-width:min(100%,160px);margin:0 auto}
.qr svg,.bars svg{display:block;width:100%;margin:0 auto}
.bars{height:4rem;margin:.25rem 0}
.bars svg{height:100%}
.when{display:block;color:var(--ink-muted);font-size:.9375rem}
.number{font-size:max(24px,min(1.5rem,13vw));font-weight:700;line-height:1.3;font-variant-numeric:tabular-nums}
.code{display:block;font-weight:700;overflow-wrap:anywhere}
li+li{margin-top:.5rem}
li{overflow-wrap:anywhere}
.till .paper{padding:0}
.spoken,.till h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.button,.quiet{display:flex;justify-content:center;align-items:center;width:100%;min-height:3rem;border:1px solid transparent;font:inherit;cursor:pointer;padding:.75rem 1.25rem;border-radius:var(--radius-m);font-weight:700;text-decoration:none}
.button{background:var(--primary);color:var(--on-primary)}
.quiet{background:none;color:inherit;text-decoration:underline}
a:focus-visible,button:focus-visible{outline:3px solid var(--primary);outline-offset:3px}
`
