/**
 * In the browser: asks for the data once, shows how far it has come, and hands it over: a file is saved under
 * its own name, anything else takes the place of this page. An error answer is shown in its own words.
 */
const element = (id) => document.getElementById(id);
const { address, name, download } = element('page').dataset;
const startedWith = {
  title: document.title,
  headline: element('headline').textContent,
  text: element('text').textContent,
};
const state = { started: 0, received: 0, total: 0, ticking: 0, file: null };

element('retry').addEventListener('click', start);
element('save').addEventListener('click', saveFile);
start();

function start() {
  Object.assign(state, { started: performance.now(), received: 0, total: 0 });
  show('waiting', startedWith);
  state.ticking = setInterval(showFigures, 250);
  if (download === 'true') fetchFile().catch(showBrokenConnection);
  else location.replace(address);
}

async function fetchFile() {
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) return showError(answer);
  state.total = Number(answer.headers.get('content-length'));
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    state.received += value.length;
  }
  const blob = new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
  state.file = {
    url: URL.createObjectURL(blob),
    name: fileName(answer.headers.get('content-disposition') ?? ''),
  };
  showReady();
  saveFile();
}

/** The exact name (RFC 6266 `filename*`) before the plain one. */
function fileName(disposition) {
  const exact = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition);
  if (exact) {
    try {
      return decodeURIComponent(exact[1]);
    } catch {}
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? name;
}

function saveFile() {
  const link = document.createElement('a');
  link.href = state.file.url;
  link.download = state.file.name;
  link.click();
}

function showReady() {
  show('ready', {
    title: `Ready: ${name}`,
    headline: 'Your file is ready',
    text: `${state.file.name} has been saved to your downloads.`,
  });
}

async function showError(answer) {
  const body = await answer.json().catch(() => ({}));
  const headline = String(body.error ?? `The server answered with status ${answer.status}.`);
  const text = String(body.message ?? 'No data was delivered, and no credit was used.');
  show('failed', { title: headline, headline, text, reason: body.data, help: body.help });
}

function showBrokenConnection() {
  const text = 'The file did not arrive in full. Check your connection, then try again.';
  show('failed', { title: 'Connection lost', headline: 'The connection broke off', text });
}

function show(stage, { title, headline, text, reason, help }) {
  clearInterval(state.ticking);
  document.title = title;
  element('page').className = stage;
  element('headline').textContent = headline;
  element('text').textContent = text;
  element('reason').textContent = String(reason ?? '');
  element('reason').hidden = reason === undefined;
  element('help')?.remove();
  if (/^https?:\/\//i.test(help ?? '')) element('actions').append(helpLink(help));
  element('bar').hidden = stage === 'failed';
  element('figures').hidden = stage === 'failed';
  element('save').hidden = stage !== 'ready';
  element('retry').hidden = stage !== 'failed';
  showFigures();
}

function helpLink(help) {
  const link = document.createElement('a');
  const properties = { id: 'help', href: help, target: '_blank', rel: 'noopener noreferrer' };
  return Object.assign(link, properties, { textContent: 'What this means' });
}

function showFigures() {
  const ready = element('page').className === 'ready';
  const share = ready ? 1 : state.received / state.total;
  const known = share > 0 && share <= 1;
  if (known) element('bar').value = share;
  else element('bar').removeAttribute('value');
  const seconds = Math.floor((performance.now() - state.started) / 1000);
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const parts = [time];
  if (state.received > 0) parts.unshift(`${size(state.received)} received`);
  if (known && !ready) parts.unshift(`${Math.floor(share * 100)} %`);
  element('figures').textContent = parts.join(' · ');
}

function size(bytes) {
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${amount.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
