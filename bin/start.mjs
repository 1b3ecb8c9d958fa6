#!/usr/bin/env node
/**
 * `npm start [-- FLAGS]`: builds what is missing or older than its sources, then serves. FLAGS are those of the server;
 * `--vocabulary NAME` (orch by default) is ours and says which build.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Takes `--vocabulary NAME` or `--vocabulary=NAME` out of the flags. */
function takeVocabulary(flags) {
	const rest = [];
	let vocabulary = 'orch';
	for (let at = 0; at < flags.length; at++) {
		const flag = flags[at];
		if (flag === '--vocabulary' && at + 1 < flags.length) vocabulary = flags[++at];
		else if (flag.startsWith('--vocabulary=')) vocabulary = flag.slice('--vocabulary='.length);
		else rest.push(flag);
	}
	return { vocabulary, rest };
}

/** Name, size and time of every file that a build depends on. */
function fingerprint() {
	const lines = [];
	for (const folder of ['specs', 'runtime', 'generator', 'templates', 'bin', 'package.json']) {
		const path = join(root, folder);
		if (!existsSync(path)) continue;
		const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
		const paths = files.length > 0 ? files.map((entry) => join(entry.parentPath, entry.name)).sort() : [path];
		for (const file of paths) {
			const { size, mtimeMs } = statSync(file);
			lines.push(`${file} ${size} ${mtimeMs}`);
		}
	}
	return lines.join('\n');
}

function buildIfNeeded(vocabulary) {
	const out = join(root, 'dist', vocabulary);
	const stamp = join(out, '.sources');
	const now = fingerprint();
	if (existsSync(join(out, 'server.mjs')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return out;
	console.error(`Building the server (${vocabulary}) into ${join('dist', vocabulary)} ...`);
	const { status } = spawnSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--quiet', '--vocabulary', vocabulary, '--out', out], {
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (status !== 0) process.exit(status ?? 1);
	mkdirSync(out, { recursive: true });
	writeFileSync(stamp, now);
	return out;
}

/** npm passes SIGTERM to its shell, and some shells end without passing it on: that the parent went away is all there is to see. */
const parentCheckMs = 250;

function serve(script, flags, parent) {
	const server = spawn(process.execPath, [script, ...flags], { stdio: 'inherit' });
	for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
	process.on('SIGHUP', () => server.kill('SIGTERM'));
	const watching = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watching);
		server.kill('SIGTERM');
	}, parentCheckMs);
	server.on('error', (error) => {
		console.error(`error: cannot start ${script}: ${error.message}`);
		process.exit(1);
	});
	server.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

const parent = process.ppid;
const { vocabulary, rest } = takeVocabulary(process.argv.slice(2));
if (rest.some((argument) => ['--help', '-h', '--help=true'].includes(argument)))
	console.log('--vocabulary NAME (orch, the default, or kubernetes) says which server is built and run. All other flags are its own:\n');
const script = join(buildIfNeeded(vocabulary), 'server.mjs');
// Whoever started this may have gone away while it built.
if (process.ppid === parent) serve(script, rest, parent);
