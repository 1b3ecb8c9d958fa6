/**
 * Transcripts of shell commands with their output, without the parts that vary between runs. Commands share a folder, a namespace and the
 * state left by earlier commands, so a transcript must run from its beginning.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kubectl } from './kubectl.ts';

/** Returns the commands of a transcript, in order. */
export function commandsOf(transcript: string): string[] {
	return transcript
		.split('\n')
		.filter((line) => line.startsWith('$ '))
		.map((line) => line.slice(2));
}

/** Runs the commands with this kubectl in a folder with `files`; returns the transcript. */
export async function transcribe(kubectl: Kubectl, kubeconfig: string, files: string, commands: readonly string[]): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-transcript-'));
	try {
		mkdirSync(join(folder, 'bin'));
		symlinkSync(kubectl.path, join(folder, 'bin/kubectl'));
		cpSync(files, join(folder, 'files'), { recursive: true });
		const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
		const env = { ...process.env, PATH, HOME: folder, TMPDIR: folder, KUBECACHEDIR: join(folder, 'cache'), KUBECONFIG: kubeconfig, TZ: 'UTC', LC_ALL: 'C' };
		let transcript = '';
		for (const command of commands) transcript += `$ ${command}\n${settled(await run(command, folder, env), folder)}\n`;
		return transcript;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
	return new Promise((resolve) => {
		const child = execFile('bash', ['-c', command], { cwd, env, timeout: 60_000 }, (_, stdout, stderr) => {
			const ended = child.exitCode === 0 ? '' : `(${child.exitCode ?? 'took too long'})\n`;
			resolve(`${lines(stdout)}${lines(stderr).replace(/^(?=.)/gm, '! ')}${ended}`);
		});
	});
}

/** Returns the text with a final newline unless it is empty. */
function lines(text: string): string {
	return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Replacements for parts that vary between runs. Column widths depend on the values, so several spaces count as one. */
const passing: readonly (readonly [RegExp, string])[] = [
	[/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID'],
	[/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| [+-]\d{4})/g, 'TIME'],
	[/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000/g, 'TIME'],
	[/(resourceVersion"?: ?)"[^"]+"/g, '$1"VERSION"'],
	[/("?continue"?: ?)"[^"]+"/g, '$1"TOKEN"'],
	[/(Resource Version: +|was )\d+/g, '$1VERSION'],
	[/https:\/\/127\.0\.0\.1:\d+/g, 'SERVER'],
	[/\b(\d+s|\d+m(\d+s)?)(?= *$| {2,})/gm, 'AGE'],
	[/(LIVE|MERGED)-\d+/g, '$1'],
	[/^(! )[EIW]\d{4} \S+ +\d+ /gm, '$1'],
	[/^! WARNING: version difference between client.*\n/gm, ''],
	[/[ \t]{2,}(?=\S)/g, '  '],
	[/[ \t]+$/gm, ''],
];

function settled(output: string, folder: string): string {
	return passing.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), output.replaceAll(`${folder}/`, ''));
}
