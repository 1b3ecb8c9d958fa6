/**
 * A run of `orch dev`: reads specs and hook files at each change, and serves them when valid. Otherwise it shows the errors, and the last
 * valid state stays served. The model is in this process, the server in another (`server-process.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BlockedReport, HookModule } from '../../../runtime/model/development.ts';
import { speak } from '../../../runtime/model/vocabulary.ts';
import { UnknownVocabularyError } from '../../generate.ts';
import { hooksFolder, supportFolder } from '../../hooks/hook-file.ts';
import type { Model } from '../../model.ts';
import { locatedDiagnostic } from '../../read/diagnostics/located.ts';
import type { SpecSource } from '../../read/source/spec-file.ts';
import { type CompilerKept, checkHooks, type HooksContext, hookCheckSteps } from '../hooks.ts';
import { inventory, paint, plural, printDiagnostics, seconds } from '../output.ts';
import { generateCached, openSpecCache } from '../spec-cache.ts';
import { displayName, isSpecName, readSources } from '../spec-roots.ts';
import { FolderWatch } from '../watch/folder-watch.ts';
import { blockedHook, blockedText } from './blocked-hook.ts';
import { tellEvent, tellLine, tellTrouble } from './console.ts';
import { hookModulesOf } from './hook-modules.ts';
import { SpecTelling } from './served-specs.ts';
import { type DevServerBundle, devServerBundle } from './server-bundle.ts';
import { ServerProcess, StartError } from './server-process.ts';
import { WarmUp } from './warm-up.ts';

export interface SessionOptions {
	/** Spec roots, the built-in one first. */
	readonly roots: readonly string[];
	readonly vocabulary: string;
	/** Flags of the server. */
	readonly args: readonly string[];
	/** Ends the session. */
	readonly signal: AbortSignal;
}

/** Milliseconds without a change before a round starts; editors write a file in several steps. */
const settleMs = 20;
/** Milliseconds to wait for a missing file; many editors delete a file and write it again. */
const returnMs = 150;

const exitFailure = 1;
const exitUsage = 2;

/** Runs a session. Resolves to the exit code. */
export async function runSession(options: SessionOptions): Promise<number> {
	const modules = await mkdtemp(join(tmpdir(), 'orch-dev-'));
	const session = new Session(options, modules);
	try {
		return await session.run();
	} finally {
		await session.close();
		await rm(modules, { recursive: true, force: true });
	}
}

/** A model and its sources. */
interface Read {
	readonly model: Model;
	readonly sources: readonly SpecSource[];
	readonly inventory: string;
}

class Session {
	readonly #options: SessionOptions;
	readonly #modules: string;
	readonly #cache = openSpecCache();
	readonly #compiled: CompilerKept = { compiler: undefined };
	readonly #folders: FolderWatch;
	/** Time of the first change since the last round. */
	#changedMs: number | undefined = performance.now();
	#settling: NodeJS.Timeout | undefined;
	#wake: (() => void) | undefined;
	#sources: readonly SpecSource[] | undefined;
	/** Result for the current sources; undefined when they have errors. */
	#read: Read | undefined;
	/** True when hook files, or files that they import, have changed. */
	#hooksChanged = true;
	/** Files outside the hook folders that hook files import. */
	#imported: readonly string[] = [];
	/** All hook modules sent in this session, by path; an earlier one may still run. */
	readonly #hookModules = new Map<string, HookModule>();
	#bundle: DevServerBundle | undefined;
	#server: ServerProcess | undefined;
	#telling: SpecTelling | undefined;
	/** Serialized vocabulary of the session. */
	#words: string | undefined;
	#wasWrong = false;
	/** Flags for a restarted server: the same port, because clients know it. */
	#again: readonly string[] = [];
	#exitCode: number | undefined;
	/** Warm-up for the first hook check; set once a server has started. */
	#warmUp: WarmUp | undefined;

	constructor(options: SessionOptions, modules: string) {
		this.#options = options;
		this.#modules = modules;
		this.#folders = new FolderWatch({
			roots: options.roots,
			isFile: (name, folder) => isSpecName(name) || isHookInput(name, folder),
			leavesOut: (folder) => basename(folder) === 'node_modules' || isSupport(folder) || basename(folder).startsWith('.'),
			onChange: (path) => this.#changed(path),
		});
	}

	async run(): Promise<number> {
		const { signal } = this.#options;
		signal.addEventListener('abort', () => this.#wake?.(), { once: true });
		while (!signal.aborted && this.#exitCode === undefined) {
			const since = this.#changedMs;
			if (since === undefined) await this.#idle();
			else {
				this.#changedMs = undefined;
				await this.#round(since);
			}
		}
		return this.#exitCode ?? ((await this.#server?.stop()) ? exitFailure : 0);
	}

	async close(): Promise<void> {
		clearTimeout(this.#settling);
		this.#folders.close();
		if (this.#server?.isOver === false) await this.#server.stop();
		await this.#bundle?.remove();
	}

	/** Waits for a change, or runs a step of the warm-up when one is due. */
	async #idle(): Promise<void> {
		const dueMs = this.#warmUp?.dueMs;
		if (dueMs !== 0) return this.#nextChange(dueMs);
		try {
			await this.#warmUp?.step();
		} catch (error) {
			tellTrouble(`error: the checks of hook files failed: ${error instanceof Error ? error.message : error}`);
		}
	}

	/** Resolves at the next change, or after `mostMs`. */
	#nextChange(mostMs: number | undefined): Promise<void> {
		return new Promise((resolve) => {
			const timer = mostMs === undefined ? undefined : setTimeout(resolve, mostMs);
			this.#wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	#changed(path: string): void {
		if (isHookInput(basename(path), dirname(path)) || !isSpecName(basename(path))) this.#hooksChanged = true;
		const began = performance.now();
		clearTimeout(this.#settling);
		this.#settling = setTimeout(() => {
			this.#changedMs ??= began;
			this.#wake?.();
		}, settleMs);
	}

	/** Reads and serves the specs. Shows errors, which do not end the session. */
	async #round(since: number): Promise<void> {
		try {
			// The watch starts before reading, so that no change is missed.
			await this.#folders.follow(this.#imported);
			const sources = await this.#readSettled();
			if (sources === undefined) return;
			const isSame = isDeepStrictEqual(sources, this.#sources);
			if (isSame && !this.#hooksChanged && this.#server?.isOver !== true) return;
			this.#sources = sources;
			if (!isSame) this.#read = await this.#generate(sources);
			if (this.#read !== undefined) await this.#serve(this.#read, since);
		} catch (error) {
			if (error instanceof UnknownVocabularyError && this.#server === undefined) throw error;
			this.#refuse(error instanceof Error ? error.message : String(error));
		}
	}

	/** Reads the sources, again after a pause when a file is missing or empty. Resolves to undefined when the session was aborted. */
	async #readSettled(): Promise<readonly SpecSource[] | undefined> {
		for (let attempt = 0; ; attempt++) {
			let sources: readonly SpecSource[] | undefined;
			let failure: unknown;
			try {
				sources = await readSources(this.#options.roots);
			} catch (error) {
				failure = error;
			}
			const isWhole =
				sources !== undefined && this.#sources?.every(({ file, text }) => text === '' || sources.some((one) => one.file === file && one.text !== '')) !== false;
			if (isWhole || attempt > 0) {
				if (sources === undefined) throw failure;
				return sources;
			}
			await pause(returnMs, undefined, { signal: this.#options.signal }).catch(() => undefined);
			if (this.#options.signal.aborted) return undefined;
		}
	}

	/** Generates the model. Resolves to undefined when the specs have errors, which it shows unless another change is pending. */
	async #generate(sources: readonly SpecSource[]): Promise<Read | undefined> {
		const { model, diagnostics, counts } = await generateCached({ sources, emitters: [], vocabulary: this.#options.vocabulary }, this.#cache);
		// The rest of an incomplete change is about to arrive.
		if (model === undefined && this.#changedMs !== undefined) return undefined;
		printDiagnostics(diagnostics);
		if (model === undefined) {
			this.#saySo();
			return undefined;
		}
		return { model, sources, inventory: inventory(counts) };
	}

	#saySo(): void {
		this.#wasWrong = true;
		if (this.#server === undefined || this.#server.isOver) tellTrouble('nothing is served until the errors are fixed');
		else tellTrouble('the previous state stays served');
	}

	#refuse(message: string): void {
		this.#wasWrong = true;
		tellTrouble(`error: ${message}${this.#server === undefined ? '' : '; the previous state stays served'}`);
	}

	/**
	 * Shows a server's message about a kind's versions at their position in the spec. `about`: storage name. Returns false when the
	 * position is unknown.
	 */
	#showInPlace(message: string, about: string, { model, sources }: Read): boolean {
		const [words] = model.vocabularies;
		const kind = model.catalog.kinds.find(({ storageName }) => words !== undefined && speak(storageName, words) === about);
		const position = kind && model.kindDocs[kind.storageName]?.versions;
		const diagnostic = position && locatedDiagnostic(position, message, 'error', sources);
		if (diagnostic === undefined) return false;
		printDiagnostics([diagnostic]);
		this.#saySo();
		return true;
	}

	#hooksOf(model: Model): HooksContext {
		const { roots, signal } = this.#options;
		return { model, roots, signal, kept: this.#cache.kept, compiled: this.#compiled };
	}

	async #serve(read: Read, since: number): Promise<void> {
		const { model, sources } = read;
		const [words] = model.vocabularies;
		if (words === undefined) throw new Error('a model has at least one vocabulary');
		const hooks = await checkHooks(this.#hooksOf(model), sources);
		if (this.#options.signal.aborted) return;
		if (hooks.diagnostics.length > 0) {
			if (this.#changedMs !== undefined) return;
			this.#hooksChanged = true;
			printDiagnostics(hooks.diagnostics);
			this.#saySo();
			return;
		}
		this.#words ??= JSON.stringify(words);
		if (JSON.stringify(words) !== this.#words)
			throw new Error(`the vocabulary ${words.name} has changed, which a server reads only at its start: stop with Ctrl-C and start again`);
		this.#bundle ??= await devServerBundle(model);
		const { inputs, ...modules } = await hookModulesOf(hooks.hooked, { server: this.#bundle.folder, out: this.#modules, words });
		for (const module of [...modules.kindHooks, ...modules.groupHooks]) this.#hookModules.set(module.path, module);
		this.#imported = inputs;
		this.#hooksChanged = false;
		if (this.#server === undefined || this.#server.isOver) await this.#start(read, words, modules, since);
		else await this.#swap(this.#server, read, modules, since);
	}

	async #start(read: Read, words: Model['vocabularies'][number], modules: HookModuleLists, since: number): Promise<void> {
		const { model, inventory } = read;
		const isFirst = this.#server === undefined;
		const { folder = '' } = this.#bundle ?? {};
		this.#telling = new SpecTelling(words);
		const server = new ServerProcess(folder, {
			onSaid: (lines, omitted) => {
				this.#warmUp?.busy();
				for (const line of lines) tellLine(line);
				if (omitted > 0) tellEvent(`and ${plural(omitted, 'line')} more at the same time`);
			},
			onEnd: (sentence) => tellTrouble(`error: ${sentence}; it starts again with the next change`),
			onBlocked: (report) => this.#blocked(report, isServing),
		});
		let isServing = false;
		this.#server = server;
		try {
			const { url, kubeconfig } = await server.start([...this.#options.args, ...this.#again], this.#telling.tell(model, modules).specs);
			const neverServed = this.#again.length === 0;
			this.#again = ['--secure-port', new URL(url).port];
			isServing = true;
			this.#telling.served();
			this.#wasWrong = false;
			console.log(
				`Serving ${inventory} on ${paint('bold', url)}, kubeconfig in ${displayName(kubeconfig)} (${seconds(performance.now() - (isFirst ? 0 : since))})`,
			);
			this.#warmUp ??= new WarmUp(hookCheckSteps(this.#hooksOf(model)));
			if (neverServed) console.log(`Watching ${this.#options.roots.map(displayName).join(', ')}; Ctrl-C stops`);
		} catch (error) {
			if (!(error instanceof StartError)) throw error;
			if (error.about !== undefined && this.#showInPlace(error.message, error.about, read)) return;
			console.error(`error: ${error.message}`);
			if (isFirst) this.#exitCode = error.isUsage ? exitUsage : exitFailure;
		}
	}

	/**
	 * Shows the cause and restarts the server. If it was blocked before it served, it would be blocked again and restarts only after a
	 * change.
	 */
	#blocked(report: BlockedReport, isServing: boolean): void {
		const found = blockedHook(report, [...this.#hookModules.values()]);
		if (found === undefined) tellTrouble(`error: ${blockedText(report)}`);
		else printDiagnostics([found]);
		if (this.#options.signal.aborted) return;
		if (!isServing || this.#read === undefined) {
			tellTrouble('the server was ended; it starts again with the next change');
			return;
		}
		tellTrouble('the server was ended, and starts again');
		this.#changedMs ??= performance.now();
		this.#wake?.();
	}

	async #swap(server: ServerProcess, read: Read, modules: HookModuleLists, since: number): Promise<void> {
		const { model } = read;
		const told = this.#telling?.tell(model, modules);
		if (told === undefined) throw new Error('a running server has received its specs');
		if (told.changes.length === 0) {
			if (this.#wasWrong) tellEvent('errors fixed; the served state is unchanged');
			this.#wasWrong = false;
			return;
		}
		const outcome = await server.swap(told.specs);
		if (outcome === undefined) return;
		if (outcome.kind === 'refused') {
			if (outcome.about === undefined || !this.#showInPlace(outcome.message, outcome.about, read)) this.#refuse(outcome.message);
			return;
		}
		this.#telling?.served();
		this.#wasWrong = false;
		tellEvent(paint('green', `served again in ${seconds(performance.now() - since)}: ${told.changes.join(', ')}`));
		for (const { kind, objects } of outcome.left)
			tellEvent(
				paint('yellow', `${plural(objects, 'object')} of ${kind} ${objects === 1 ? 'stays' : 'stay'} stored, and can be read again once ${kind} is back`),
			);
	}
}

type HookModuleLists = Omit<Awaited<ReturnType<typeof hookModulesOf>>, 'inputs'>;

/** Reports whether a hook may depend on the file; most imported files are below the hook folders. */
function isHookInput(name: string, folder: string): boolean {
	return /\.[cm]?[jt]sx?$|\.json$/.test(name) && !name.startsWith('.') && `${folder}${sep}`.includes(`${sep}${hooksFolder}${sep}`) && !isSupport(folder);
}

/** Reports whether the folder is the support folder, which the generator writes. */
function isSupport(folder: string): boolean {
	return `${folder}${sep}`.includes(`${sep}${hooksFolder}${sep}${supportFolder}${sep}`);
}
