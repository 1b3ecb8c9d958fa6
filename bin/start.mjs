#!/usr/bin/env node
import { spawn } from 'node:child_process';
/**
 * `npm start [-- FLAGS]`: builds the server if it is missing or outdated, then serves. FLAGS are those of the server, and
 * `--vocabulary NAME` (orch by default) and `--specs DIR` (repeatable: a further spec root with its hook files), which select the build.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BuildError, builtServer } from './built-server.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Separates `--vocabulary NAME` and `--specs DIR` from the other flags; `--vocabulary=NAME` works too. */
function takeBuildFlags(flags) {
	const rest = [];
	const given = { vocabulary: ['orch'], specs: [] };
	for (let at = 0; at < flags.length; at++) {
		const [, name, value] = /^--(vocabulary|specs)(?:=(.*))?$/s.exec(flags[at]) ?? [];
		if (name !== undefined && value !== undefined) given[name].push(value);
		else if (name !== undefined && at + 1 < flags.length) given[name].push(flags[++at]);
		else rest.push(flags[at]);
	}
	return { vocabulary: given.vocabulary.at(-1), specs: given.specs.map((folder) => resolve(folder)), rest };
}

/** First Node version that reads the runtime's sources. */
const neededMajor = 24;

/** Checks the flags with the server's own parser before the build, which takes much longer. */
async function refuseWrongFlags(flags) {
	// An older Node starts the server, which names the version that it needs.
	if (Number(process.versions.node.split('.')[0]) < neededMajor) return;
	const isCompiled = existsSync(join(root, 'runtime/command-line.mjs'));
	// Node reads no TypeScript below node_modules.
	if (!isCompiled && root.includes(`${sep}node_modules${sep}`)) await import('tsx');
	const { usageProblem } = await import(pathToFileURL(join(root, `runtime/command-line.${isCompiled ? 'mjs' : 'ts'}`)).href);
	const problem = usageProblem(flags);
	if (problem === undefined) return;
	console.error(problem);
	process.exit(2);
}

/** npm sends SIGTERM to its shell, and some shells end without forwarding it. The end of the parent is then the only sign. */
const parentCheckMs = 250;

/** Explanations of signals after which a server cannot log. */
const reasons = {
	SIGBUS: ' (the disk failed, or a file that it had in memory was cut short, such as -shm next to the database)',
	SIGKILL: ' (sent by a user, or by the system when memory ran out)',
};

function serve(script, flags, parent) {
	const server = spawn(process.execPath, [script, ...flags], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
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
	server.on('exit', (code, signal) => {
		if (signal !== null) console.error(`error: the server was ended by ${signal}${reasons[signal] ?? ''}; acknowledged writes are in its data directory`);
		process.exit(code ?? 128 + constants.signals[signal]);
	});
}

const parent = process.ppid;
const { vocabulary, specs, rest } = takeBuildFlags(process.argv.slice(2));
if (rest.some((argument) => ['--help', '-h', '--help=true'].includes(argument)))
	console.log(
		'--vocabulary NAME (orch, the default, or kubernetes) and --specs DIR (a spec root in addition to the built-in one, repeatable) select the server to build and run. All other flags are passed to it:\n',
	);
const built = await builtServer({ vocabulary, specs, before: () => refuseWrongFlags(rest) }).catch((error) => {
	if (!(error instanceof BuildError)) throw error;
	process.exit(error.status);
});
const script = join(built, 'server.mjs');
// The parent may have ended during the build.
if (process.ppid === parent) serve(script, rest, parent);
