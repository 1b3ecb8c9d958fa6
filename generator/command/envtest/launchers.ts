/** Launchers of `orch envtest`: shell scripts, because those start a program without a change of PATH, whatever its path contains. */

export interface Launcher {
	/** Name of the program that a test framework looks for. */
	readonly program: 'etcd' | 'kube-apiserver';
	/** Absolute path of the folder of launchers, for calls through a symbolic link. */
	readonly folder: string;
	/** Absolute path of Node. A machine without it uses the `node` in PATH. */
	readonly node: string;
}

/** Folder of the server and of its compiled code, beside the launchers. */
export const serverFolder = 'orch';

/** File names within the server's folder. */
export const files = { program: 'envtest.mjs', compiled: 'compiled', help: (program: Launcher['program']) => `${program}.help` };

/** Returns the script. `exec` keeps the process id, so that signals reach the program. */
export function launcherText({ program, folder, node }: Launcher): string {
	return [
		'#!/bin/sh',
		`# Written by orch envtest: ${program} for tests of controllers.`,
		`here=\${0%/*}/${serverFolder}`,
		`[ -d "$here" ] || here=${quoted(`${folder}/${serverFolder}`)}`,
		`case $1 in --help | -h) exec cat "$here/${files.help(program)}" ;; esac`,
		`node=${quoted(node)}`,
		'[ -x "$node" ] || node=node',
		`NODE_COMPILE_CACHE="$here/${files.compiled}" exec "$node" "$here/${files.program}" ${program} "$@"`,
		'',
	].join('\n');
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}
