/** Generates at every change of a spec, in one process. Unchanged files are not parsed again. */
import { isDeepStrictEqual } from 'node:util';
import type { SpecSource } from '../../read/source/spec-file.ts';
import { writeGenerated } from '../../write.ts';
import { writeHookSupport } from '../hooks.ts';
import { printDiagnostics, summary } from '../output.ts';
import { generateCached, openSpecCache, type SpecCache } from '../spec-cache.ts';
import { displayName, isSpecName, readSources } from '../spec-roots.ts';
import { FolderWatch } from './folder-watch.ts';

export interface WatchOptions {
	/** All spec roots. */
	readonly roots: readonly string[];
	readonly out: string;
	readonly vocabulary?: string;
	readonly force?: boolean;
	/** Ends the watch; by default it runs until the process ends. */
	readonly signal?: AbortSignal;
	/** Called after each round, with its success. */
	readonly onRound?: (ok: boolean) => void;
}

/** Milliseconds without a change before a round starts; editors write a file in several steps. */
const settleMs = 20;

export async function watchSpecs(options: WatchOptions): Promise<void> {
	const cache = openSpecCache();
	const { roots } = options;
	let wake: (() => void) | undefined;
	let pending = true;
	let settling: NodeJS.Timeout | undefined;
	let before: readonly SpecSource[] | undefined;
	const changed = () => {
		pending = true;
		wake?.();
	};
	const folders = new FolderWatch({
		roots,
		isFile: isSpecName,
		onChange: () => {
			clearTimeout(settling);
			settling = setTimeout(changed, settleMs);
		},
	});
	options.signal?.addEventListener('abort', () => wake?.(), { once: true });
	try {
		console.log(`watching ${roots.map(displayName).join(', ')}`);
		while (!options.signal?.aborted) {
			if (pending) {
				pending = false;
				// The watch starts before reading, so that no change is missed.
				await folders.follow();
				const sources = await readWatched(roots);
				// Editors may touch files without changing them.
				if (sources === undefined || isDeepStrictEqual(sources, before)) continue;
				before = sources;
				const ok = await round(sources, options, cache);
				options.onRound?.(ok);
			} else {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		}
	} finally {
		clearTimeout(settling);
		folders.close();
	}
}

/** Reads the sources. Resolves to undefined when a file was removed meanwhile; an event follows. */
async function readWatched(roots: readonly string[]): Promise<readonly SpecSource[] | undefined> {
	try {
		return await readSources(roots);
	} catch (error) {
		console.error(`error: ${error instanceof Error ? error.message : error}`);
		return undefined;
	}
}

/** Generates once. Shows errors, which do not end the watch. */
async function round(sources: readonly SpecSource[], { roots, out, vocabulary, force }: WatchOptions, cache: SpecCache): Promise<boolean> {
	const start = performance.now();
	try {
		const result = await generateCached({ sources, ...(vocabulary === undefined ? {} : { vocabulary }) }, cache);
		printDiagnostics(result.diagnostics);
		if (result.model === undefined) return false;
		await writeHookSupport({ model: result.model, roots, kept: cache.kept });
		const written = await writeGenerated({ out, files: result.files, ...(force === undefined ? {} : { force }) });
		console.log(summary(result, written, displayName(out), performance.now() - start));
		return true;
	} catch (error) {
		console.error(`error: ${error instanceof Error ? error.message : error}`);
		return false;
	}
}
