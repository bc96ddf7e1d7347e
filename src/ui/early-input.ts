// What somebody does before a part of the page is alive is not lost: it is done, or told, once React takes that part
// over. React comes alive part by part, so it is the element itself that is asked: a hydrated one carries its props.
// - A press on a button that needs script is held back; links, submits and native openers answer by themselves.
// - A form that would be posted to its page is held back: a page can only be read, and what was typed would be lost. It carries React's
//   props some time before React hears it, while a part beside it is waited for: what nobody has answered is held back, too.
// - Where the focus is is told again.
// What the elements know themselves is asked of them: fields have their text (use-form.ts, use-typed-early.ts), popovers
// and dialogs are open or not.

const NATIVE = '[type=submit],[popovertarget],[commandfor]'

/** Goes into `<head>`. Only the last press counts: who presses three times out of impatience wants one thing. */
export const earlyInputScript = `(function(){var pressed,early=new Map();
function alive(e){return Object.keys(e).some(function(k){return k.startsWith('__reactProps')})}
function later(e,wanted,redo){if(!early.size)requestAnimationFrame(look);early.set(e,[wanted,redo])}
function look(){early.forEach(function(work,e){if(!e.isConnected||!work[0]())early.delete(e);
else if(alive(e)){early.delete(e);requestAnimationFrame(function(){work[0]()&&work[1]()})}});if(early.size)requestAnimationFrame(look)}
function hold(event,e){event.preventDefault();event.stopPropagation();pressed=e;
later(e,function(){return pressed==e},function(){e.requestSubmit?e.requestSubmit():e.click()})}
addEventListener('click',function(event){var t=event.target,e=t.closest&&t.closest('button,[role=button]');
if(e&&!e.matches('${NATIVE}')&&!alive(e))hold(event,e)},true);
function posts(e){return e.getAttribute('method')==='post'}
addEventListener('submit',function(event){var e=event.target;if(posts(e)&&!alive(e))hold(event,e)},true);
addEventListener('submit',function(event){var e=event.target;if(posts(e)&&!e.hasAttribute('action')&&!event.defaultPrevented)hold(event,e)});
addEventListener('focusin',function(event){var e=event.target;if(!alive(e)&&!early.has(e))later(e,function(){return document.activeElement==e},
function(){e.dispatchEvent(new FocusEvent('focusin',{bubbles:true}))})},true)})()`.replaceAll('\n', '')
