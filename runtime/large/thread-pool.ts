/**
 * Pool of worker threads for large requests and for encoding large objects. A worker starts on first use and ends when idle. Few tasks run
 * at once; when the queue is full, requests get 429.
 */
import { availableParallelism } from 'node:os';
import { ApiError } from '../api/errors.ts';
import type { ServedHooks } from '../api/hooks.ts';
import type { ApiRequest, ApiResponse, RequestInfo } from '../api/request.ts';
import type { KindParts } from '../kinds/index.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { LargeObject, LargeWork, VerbContext } from '../verbs/contract.ts';
import { apart, asBuffer } from './bytes.ts';
import type { GivenEncoding, GivenRequest, GivenSnapshot, TaskEffects, WriteAnswer } from './protocol.ts';
import { type Job, LargeThread, threadLimits } from './thread.ts';

export interface LargeThreadPoolParts {
	/** Entry file of the worker. */
	readonly file: URL;
	readonly vocabulary: Vocabulary;
	readonly kinds: KindParts;
	/** Hooks that the worker has too, by storage name. */
	readonly hooks: Readonly<Record<string, ServedHooks>>;
	readonly onReport: (sentence: string, about: object) => void;
}

/** One worker is enough for rare requests; with more than two cores, there are two. */
const mostThreads = availableParallelism() > 2 ? 2 : 1;
/** Maximum number of queued writes: per user, and in total. */
const mostWaiting = { ofUser: 32, inAll: 64 };
/** Idle time before a worker ends. Starting one takes 100 ms; an idle one occupies memory. */
const idleMs = 60_000;

export class LargeThreadPool implements LargeWork {
	readonly #parts: LargeThreadPoolParts;
	readonly #threads = new Set<LargeThread>();
	readonly #waiting: Job[] = [];
	/**
	 * Jobs interrupted because the thread that ran several of them died. They run again one at a time, in a thread of their own (`#alone`).
	 */
	readonly #interrupted: Job[] = [];
	#alone: LargeThread | undefined;
	/** Turn number of each user's latest job; the user with the lowest goes next. Cleared when no job waits. */
	readonly #turns = new Map<string, number>();
	#turn = 0;
	readonly #idle: NodeJS.Timeout;

	constructor(parts: LargeThreadPoolParts) {
		this.#parts = parts;
		this.#idle = setTimeout(() => this.#endIdle(), idleMs);
		this.#idle.unref();
	}

	serves({ kind }: ServedResource, context: VerbContext): boolean {
		return this.#knows(kind.storageName, context);
	}

	async write(request: ApiRequest, body: Buffer, context: VerbContext): Promise<ApiResponse> {
		const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>();
		this.#add({
			isWrite: true,
			context,
			request,
			task: () => {
				const given = givenRequest(request, body);
				return { task: { write: given }, transfer: [given.body.buffer as ArrayBuffer] };
			},
			signal: request.signal,
			user: request.user.name,
			done: (result) => {
				const { status, headers, body, ...left } = result as WriteAnswer;
				leave(request, left);
				resolve({ status, headers, body: asBuffer(body) });
			},
			failed: (error, left) => {
				if (left !== undefined) leave(request, left);
				reject(error);
			},
		});
		return promise;
	}

	async encode(shown: LargeObject, resource: ServedResource, context: VerbContext): Promise<Buffer> {
		const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
		const task: Job['task'] = () => {
			const given = givenEncoding(shown, resource);
			return { task: { encode: given }, transfer: [given.bytes.buffer as ArrayBuffer] };
		};
		const done: Job['done'] = (result) => resolve(asBuffer(result as Uint8Array));
		this.#add({ isWrite: false, context, task, signal: shown.signal, user: shown.user, done, failed: reject });
		return promise;
	}

	/** Called when a new snapshot is served. Workers forget earlier ones once no task uses them. */
	onNewSnapshot(): void {
		for (const thread of this.#threads) thread.forgetPast();
		this.#alone?.forgetPast();
	}

	async close(): Promise<void> {
		clearTimeout(this.#idle);
		for (const jobs of [this.#waiting, this.#interrupted]) for (const job of jobs.splice(0)) job.failed(shuttingDown());
		const threads = this.#alone === undefined ? this.#threads : [...this.#threads, this.#alone];
		await Promise.all([...threads].map((thread) => thread.end()));
	}

	#add(job: Job): void {
		// Encodings are never refused: their response has already begun, and each request has at most one.
		if (job.isWrite && this.#isCrowded(job.user)) {
			job.failed(new ApiError('TooManyRequests', 'too many large requests, please try again later', { retryAfterSeconds: 1 }));
			return;
		}
		this.#waiting.push(job);
		job.signal.addEventListener('abort', () => this.#giveUp(job), { once: true });
		this.#next();
	}

	#isCrowded(user: string): boolean {
		const writes = this.#waiting.filter(({ isWrite }) => isWrite);
		return writes.length >= mostWaiting.inAll || writes.filter((other) => other.user === user).length >= mostWaiting.ofUser;
	}

	#giveUp(job: Job): void {
		for (const jobs of [this.#waiting, this.#interrupted]) if (removeJob(job, jobs)) job.failed(job.signal.reason);
	}

	/** Assigns queued jobs to free workers. Users take turns; jobs of one user stay in order. */
	#next(): void {
		for (let job = this.#first(this.#waiting); job !== undefined; job = this.#first(this.#waiting)) {
			const thread = this.#free();
			if (thread === undefined) return;
			removeJob(job, this.#waiting);
			this.#begin(job, thread);
		}
		if (this.#interrupted.length === 0) this.#turns.clear();
		this.#idle.refresh();
	}

	#begin(job: Job, thread: LargeThread | ApiError): void {
		this.#turns.set(job.user, ++this.#turn);
		if (thread instanceof LargeThread) thread.begin(job);
		else job.failed(thread);
	}

	/** Runs interrupted jobs outside the pool, because the pool's workers may wait for one of them. */
	#nextAlone(): void {
		if (this.#alone?.isEnded) this.#alone = undefined;
		if (this.#alone?.isIdle === false) return;
		const job = this.#first(this.#interrupted);
		if (job === undefined) {
			void this.#alone?.end();
			this.#alone = undefined;
			return;
		}
		removeJob(job, this.#interrupted);
		const thread = this.#alone ?? this.#started(() => this.#nextAlone());
		if (thread instanceof LargeThread) this.#alone = thread;
		this.#begin(job, thread);
	}

	/** Removes and returns the first job of the user who has waited longest for a turn. */
	#first(jobs: readonly Job[]): Job | undefined {
		let first: Job | undefined;
		let least = Number.POSITIVE_INFINITY;
		for (const job of jobs) {
			const last = this.#turns.get(job.user) ?? 0;
			if (last >= least) continue;
			first = job;
			least = last;
		}
		return first;
	}

	/** Returns a free worker, undefined when all are busy, or an error when none can start. */
	#free(): LargeThread | ApiError | undefined {
		for (const thread of this.#threads) if (thread.isFree) return thread;
		if (this.#threads.size >= mostThreads) return undefined;
		const thread = this.#started((changed) => this.#changed(changed));
		if (thread instanceof LargeThread) this.#threads.add(thread);
		return thread;
	}

	/** Starts a worker. Calls `onChange` when its state changes. Returns an error when none can start. */
	#started(onChange: (thread: LargeThread) => void): LargeThread | ApiError {
		const { file, vocabulary, kinds, onReport } = this.#parts;
		const onInterrupted = (jobs: readonly Job[]): void => {
			this.#interrupted.push(...jobs);
			this.#nextAlone();
		};
		try {
			const parts = { vocabulary, kinds, snapshotOf: (context: VerbContext) => this.#snapshotOf(context) };
			const thread: LargeThread = new LargeThread(file, parts, threadLimits, { onReport, onInterrupted, onChange: () => onChange(thread) });
			return thread;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_INIT_FAILED') throw error;
			return new ApiError('ServiceUnavailable', 'the system has no thread left for a large request', { retryAfterSeconds: 1 });
		}
	}

	#snapshotOf(context: VerbContext): GivenSnapshot {
		const { catalog, admission } = context;
		const { type: _type, defined: _defined, ...rest } = catalog;
		const kinds = rest.kinds.filter(({ storageName }) => this.#knows(storageName, context));
		const { stages, kindsAlwaysAsked, kindsChanged, plugins } = admission;
		// Proxied groups are never handled here.
		const groups = rest.groups.filter(({ proxied }) => proxied !== true);
		return { catalog: { ...rest, groups, kinds }, admission: { stages, kindsAlwaysAsked, kindsChanged, plugins } };
	}

	/** Reports whether the worker has the kind's hooks. Hooks are code and cannot be sent, so it lacks those of later snapshots. */
	#knows(storageName: string, { parts: { hooks } }: VerbContext): boolean {
		return ownOf(hooks, storageName) === ownOf(this.#parts.hooks, storageName);
	}

	#changed(thread: LargeThread): void {
		if (thread.isEnded) this.#threads.delete(thread);
		this.#next();
	}

	#endIdle(): void {
		for (const thread of this.#threads) if (thread.isIdle) this.#end(thread);
	}

	#end(thread: LargeThread): void {
		this.#threads.delete(thread);
		void thread.end();
	}
}

/** Removes a job; returns whether it was there. */
function removeJob(job: Job, jobs: Job[]): boolean {
	const place = jobs.indexOf(job);
	if (place >= 0) jobs.splice(place, 1);
	return place >= 0;
}

function shuttingDown(): ApiError {
	return new ApiError('ServiceUnavailable', 'the server is shutting down', { retryAfterSeconds: 1 });
}

function ownOf(hooks: Readonly<Record<string, ServedHooks>>, storageName: string): ServedHooks | undefined {
	return Object.hasOwn(hooks, storageName) ? hooks[storageName] : undefined;
}

/** Headers that writes read. */
const headersOfWrites = ['accept', 'content-type', 'user-agent'];

function givenRequest(request: ApiRequest, body: Buffer): GivenRequest {
	const { method, path, query, user } = request;
	const headers = Object.fromEntries(headersOfWrites.map((name) => [name, request.header(name)]));
	const info = request.info as Extract<RequestInfo, { readonly isResource: true }>;
	return { method, path, query, headers, body: apart(body), info, user, isAudited: request.audit !== undefined };
}

function givenEncoding({ as, representation, options, item }: LargeObject, { version, kind }: ServedResource): GivenEncoding {
	// Bytes first: reading them parses a lazily parsed object, which can change its form.
	const bytes = apart(item.bytes);
	const { group, version: name } = version;
	return { as, representation, ...options, bytes, isWhole: item.form.isWhole, group, version: name, resource: kind.plural };
}

function leave({ warnings, audit }: ApiRequest, left: TaskEffects): void {
	warnings.push(...left.warnings);
	for (const annotation of left.annotations) audit?.annotate(...annotation);
}
