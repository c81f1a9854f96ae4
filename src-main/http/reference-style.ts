/** Style sheet of the API reference. It follows the colours of the system. */
export const REFERENCE_STYLE = `:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: minmax(16rem, 22rem) 1fr; font: 15px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid #8884; font-size: 13px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 2px 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
main { padding: 1rem 2rem; max-width: 60rem; min-width: 0; }
h1 { font-size: 1.2rem; } h2 { font-size: 1.1rem; margin-top: 1.5rem; } h3 { font-size: 1rem; margin: 0; }
article { border: 1px solid #8884; border-radius: 6px; padding: .75rem 1rem; margin: .75rem 0; }
article:target { outline: 2px solid Highlight; }
code, pre, h3 b, nav b { font-family: ui-monospace, monospace; font-size: .92em; }
pre { overflow: auto; background: #8881; padding: .75rem; border-radius: 4px; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
@media (max-width: 50rem) { body { grid-template-columns: 1fr; } nav { position: static; height: auto; } }
`
