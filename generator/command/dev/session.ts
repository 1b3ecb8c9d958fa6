/**
 * One run of `orch dev`: specs and hook files are read whenever they change, and what is right is served. What is wrong is shown, and
 * what was served before is served still. The model lives here, the server in a process of its own (`server-process.ts`).
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
import { generateRemembering, recall } from '../remembered.ts';
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

/** Editors write a file in several steps: changes that come together make one round. */
const settleMs = 20;
/** A file that is gone may be about to come back: many editors put a new one in its place. */
const returnMs = 150;

const exitFailure = 1;
const exitUsage = 2;

/** Resolves to the exit code. */
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

/** The model, and where it was read. */
interface Read {
	readonly model: Model;
	readonly sources: readonly SpecSource[];
	readonly inventory: string;
}

class Session {
	readonly #options: SessionOptions;
	readonly #modules: string;
	readonly #recalled = recall();
	readonly #compiled: CompilerKept = { compiler: undefined };
	readonly #folders: FolderWatch;
	/** When the first change came that has not been looked at. */
	#changedMs: number | undefined = performance.now();
	#settling: NodeJS.Timeout | undefined;
	#wake: (() => void) | undefined;
	#sources: readonly SpecSource[] | undefined;
	/** Of the sources as they are; undefined: something is wrong with them. */
	#read: Read | undefined;
	/** Hook files, or what they import, have changed. */
	#hooksChanged = true;
	/** Files that hook files import, outside of the folders of hooks. */
	#imported: readonly string[] = [];
	/** Every hook module that a server of this session was given, by path: an earlier one may still run. */
	readonly #hookModules = new Map<string, HookModule>();
	#bundle: DevServerBundle | undefined;
	#server: ServerProcess | undefined;
	#telling: SpecTelling | undefined;
	/** Of the words that are spoken. */
	#words: string | undefined;
	#wasWrong = false;
	/** Flags of a server that takes the place of another one: clients know its port. */
	#again: readonly string[] = [];
	#exitCode: number | undefined;
	/** Of what the first hook file needs; there from when something is served. */
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

	/** Until the next change, or some of what may be done while nothing changes. */
	async #idle(): Promise<void> {
		const dueMs = this.#warmUp?.dueMs;
		if (dueMs !== 0) return this.#nextChange(dueMs);
		try {
			await this.#warmUp?.step();
		} catch (error) {
			tellTrouble(`error: what checks hook files does not work: ${error instanceof Error ? error.message : error}`);
		}
	}

	/** Resolves after `mostMs`, too, where that is given. */
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

	/** From the disk to what is served. A failure is shown, and the session goes on. */
	async #round(since: number): Promise<void> {
		try {
			// Watched before it is read: what changes between the two is seen.
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

	/** Undefined: another change is on its way. */
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

	/** Undefined: something is wrong, and has been shown. */
	async #generate(sources: readonly SpecSource[]): Promise<Read | undefined> {
		const { model, diagnostics, counts } = await generateRemembering({ sources, emitters: [], vocabulary: this.#options.vocabulary }, this.#recalled);
		// Half of a change: the other half is on its way.
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
		if (this.#server === undefined || this.#server.isOver) tellTrouble('nothing is served until that is mended');
		else tellTrouble('what was served before is served still');
	}

	#refuse(message: string): void {
		this.#wasWrong = true;
		tellTrouble(`error: ${message}${this.#server === undefined ? '' : '; what was served before is served still'}`);
	}

	/** What the server says of the versions of a kind, by its storage name. False: nobody knows where they stand. */
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
		return { model, roots, signal, kept: this.#recalled.kept, compiled: this.#compiled };
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
			throw new Error(`the words of the vocabulary ${words.name} are others now, which a server has from its start: stop with Ctrl-C and start again`);
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

	/** A server that is blocked before it serves would be blocked again: that one waits for a change. */
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
		if (told === undefined) throw new Error('a server that runs has been told what it serves');
		if (told.changes.length === 0) {
			if (this.#wasWrong) tellEvent('all is well again, and what is served has not changed');
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

/** What hook files import lies below them, most often. */
function isHookInput(name: string, folder: string): boolean {
	return /\.[cm]?[jt]sx?$|\.json$/.test(name) && !name.startsWith('.') && `${folder}${sep}`.includes(`${sep}${hooksFolder}${sep}`) && !isSupport(folder);
}

/** Written by the generator itself. */
function isSupport(folder: string): boolean {
	return `${folder}${sep}`.includes(`${sep}${hooksFolder}${sep}${supportFolder}${sep}`);
}
