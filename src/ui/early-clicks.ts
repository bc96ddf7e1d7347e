// A press that comes before a button is alive is not lost: it is held back, and done once React has taken the button over.
// React comes alive part by part, so it is the button itself that is asked: a hydrated element carries its props.
// Only for buttons that need script; links, submits and native openers answer by themselves. A form that would be posted
// is held back likewise: a page can only be read, and what was typed would be lost.

const NATIVE = '[type=submit],[popovertarget],[commandfor]'

/** Goes into `<head>`. Only the last press counts: who presses three times out of impatience wants one thing. */
export const earlyClicksScript = `(function(){var held;
function alive(b){return Object.keys(b).some(function(k){return k.startsWith('__reactProps')})}
function wait(){if(!held)return;if(!held.isConnected){held=0;return}
if(alive(held)){var b=held;held=0;requestAnimationFrame(function(){b.requestSubmit?b.requestSubmit():b.click()})}else requestAnimationFrame(wait)}
function hold(e,b){e.preventDefault();e.stopPropagation();var waiting=held;held=b;if(!waiting)wait()}
addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('button');
if(b&&!b.matches('${NATIVE}')&&!alive(b))hold(e,b)},true);
addEventListener('submit',function(e){var f=e.target;
if(f.getAttribute('method')==='post'&&!alive(f))hold(e,f)},true)})()`.replaceAll('\n', '')
