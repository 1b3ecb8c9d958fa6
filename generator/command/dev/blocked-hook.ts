/** Finds the hook that blocked a server, from the call stack of the server's main thread: the hook's name, and the line in its file. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BlockedReport, HookModule, StackFrame } from '../../../runtime/model/development.ts';
import { type Diagnostic, diagnosticAt } from '../../read/diagnostics/diagnostic.ts';
import { specFile } from '../../read/source/spec-file.ts';
import { displayName } from '../spec-roots.ts';

/** Returns the finding; undefined when the stack has no hook. */
export function blockedHook({ blockedMs, frames }: BlockedReport, modules: readonly HookModule[]): Diagnostic | undefined {
	const byUrl = new Map(modules.map((module) => [pathToFileURL(module.path).href, module]));
	const calls = frames.filter(({ url }) => byUrl.has(url));
	const [innermost] = calls;
	const module = innermost && byUrl.get(innermost.url);
	if (innermost === undefined || module === undefined) return undefined;
	const hook = calls.findLast(({ url, function: name }) => url === innermost.url && name !== '')?.function;
	const named = hook === undefined ? 'a function' : JSON.stringify(hook);
	return findingIn(module, innermost, `${named} in the hooks of ${module.name} did not return within ${blockedMs / 1000} s and blocked the server`);
}

/** Describes a blocked server whose stack has no hook. */
export function blockedText({ blockedMs, frames }: BlockedReport): string {
	const where = frames.find(({ function: name }) => name !== '')?.function;
	return `the server was blocked for ${blockedMs / 1000} s${where === undefined ? ' by a native call, such as a wait for another program' : `: it was busy in ${where}`}`;
}

/** Returns a finding at the position in the source file; undefined when the source map lacks the frame. */
function findingIn({ path }: HookModule, { line, column }: StackFrame, message: string): Diagnostic | undefined {
	const [, encoded] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(readFileSync(path, 'utf8')) ?? [];
	if (encoded === undefined) return undefined;
	const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMapPayload);
	const entry = map.findEntry(line, column);
	if (!('originalSource' in entry)) return undefined;
	const source = resolve(dirname(path), entry.originalSource);
	const file = specFile({ path: source, file: displayName(source), text: readFileSync(source, 'utf8') });
	const start = (file.lineStarts[entry.originalLine] ?? 0) + entry.originalColumn;
	const end = file.text.indexOf('\n', start);
	return diagnosticAt({ kind: 'scalar', value: null, file, start, end: end < 0 ? file.text.length : end }, message);
}
