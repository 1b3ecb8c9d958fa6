/** Main-thread side of one worker, with its tasks. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ApiError } from '../api/errors.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { Superseded } from '../verbs/write/commit/superseded.ts';
import { apiError } from './failure.ts';
import { type Asker, answerCall, answerQuestion, callFailure } from './host.ts';
import type { Calls, GivenSnapshot, Order, Question, Report, Task, TaskEffects, TaskFailure, ThreadData, WriteAnswer } from './protocol.ts';

export interface ThreadLimits {
	/** Heap limit for objects, in MiB. */
	readonly heap: number;
	/** Maximum time without a message from a busy worker. */
	readonly silenceMs: number;
}

/** The largest storable objects fit into the heap several times, and take seconds on a slow machine. Larger work is refused. */
export const threadLimits: ThreadLimits = { heap: 512, silenceMs: 20_000 };

const youngGenerationMb = 64;

/** A task and its request. */
export interface Job extends Asker {
	readonly isWrite: boolean;
	/** Makes the task at each start, because its bytes are transferred. */
	readonly task: () => { readonly task: Task; readonly transfer: readonly ArrayBuffer[] };
	readonly signal: AbortSignal;
	/** User for whom the job is queued. */
	readonly user: string;
	readonly done: (result: WriteAnswer | Uint8Array) => void;
	/** `left`: warnings of a failed write. */
	readonly failed: (error: unknown, left?: TaskEffects) => void;
}

interface Running {
	readonly job: Job;
	/** Number of unanswered calls; while it is above 0, the task waits. */
	calls: number;
	/** True when the task may have written; such a task is never restarted. */
	hasWritten: boolean;
	/** Errors kept for the worker, which cannot decode them; by number. */
	readonly kept: unknown[];
	readonly stopListening: () => void;
}

/** Start data common to all threads. */
export interface ThreadParts extends Omit<ThreadData, 'questions'> {
	readonly snapshotOf: (context: VerbContext) => GivenSnapshot;
}

export interface ThreadEvents {
	/** Called when the worker becomes free or has ended. */
	readonly onChange: () => void;
	/**
	 * Called when the worker ended during several tasks, so that the one at fault is unknown. The given jobs have written nothing and can
	 * be restarted.
	 */
	readonly onInterrupted: (jobs: readonly Job[]) => void;
	readonly onReport: (sentence: string, about: object) => void;
}

export class LargeThread {
	readonly #worker: Worker;
	readonly #questions: MessagePort;
	readonly #events: ThreadEvents;
	readonly #running = new Map<number, Running>();
	/** Snapshots sent to the worker, and their numbers. */
	readonly #snapshots = new Map<VerbContext, number>();
	readonly #snapshotOf: (context: VerbContext) => GivenSnapshot;
	/** Messages to other tasks, held back while one task writes: they must not end the worker before it has reported its write. */
	#held: { readonly running: Running; readonly order: Order }[] = [];
	#told = 0;
	readonly #silence: NodeJS.Timeout;
	readonly #limits: ThreadLimits;
	#tasks = 0;
	#isEnded = false;

	/** Throws when the system has no more threads. */
	constructor(file: URL, { snapshotOf, ...data }: ThreadParts, limits: ThreadLimits, events: ThreadEvents) {
		const { port1, port2 } = new MessageChannel();
		const answered = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
		const workerData: ThreadData = { ...data, questions: { port: port2, answered } };
		this.#snapshotOf = snapshotOf;
		this.#limits = limits;
		this.#events = events;
		this.#questions = port1;
		const resourceLimits = { maxOldGenerationSizeMb: limits.heap, maxYoungGenerationSizeMb: youngGenerationMb };
		this.#worker = new Worker(file, { workerData, transferList: [port2], resourceLimits, name: 'large requests' });
		this.#silence = setTimeout(() => this.#endIfSilent(), limits.silenceMs);
		this.#answerQuestions(new Int32Array(answered));
		this.#worker.on('message', (report: Report) => this.#receive(report));
		this.#worker.on('error', (error: NodeJS.ErrnoException) => this.#end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory(limits) : error));
		this.#worker.on('exit', () => this.#end(new Error('the thread of large requests has ended')));
		// The worker must not keep the process alive.
		this.#worker.unref();
		this.#questions.unref();
		this.#silence.unref();
	}

	/** True when it has ended or is ending. */
	get isEnded(): boolean {
		return this.#isEnded;
	}

	get isIdle(): boolean {
		return this.#running.size === 0;
	}

	/** True when all its tasks wait for calls that may take long, so that it can start another. */
	get isFree(): boolean {
		return !this.#isAtWork && this.#writer === undefined;
	}

	get #isAtWork(): boolean {
		for (const { calls } of this.#running.values()) if (calls === 0) return true;
		return false;
	}

	/** Task that writes, or has written and not yet answered. */
	get #writer(): Running | undefined {
		for (const running of this.#running.values()) if (running.hasWritten) return running;
		return undefined;
	}

	begin(job: Job): void {
		const id = ++this.#tasks;
		const onAbort = (): void => this.#order({ kind: 'abort', id });
		job.signal.addEventListener('abort', onAbort, { once: true });
		this.#running.set(id, { job, calls: 0, hasWritten: false, kept: [], stopListening: () => job.signal.removeEventListener('abort', onAbort) });
		const snapshot = this.#snapshots.get(job.context) ?? this.#tell(job.context);
		const { task, transfer } = job.task();
		this.#order({ kind: 'task', id, snapshot, task }, transfer);
		this.#silence.refresh();
	}

	/** Makes the worker forget snapshots that are no longer served or used by a task. */
	forgetPast(): void {
		if (this.#isEnded) return;
		const needed = new Set([...this.#running.values()].map(({ job }) => job.context));
		for (const [context, id] of this.#snapshots) {
			if (context === context.current() || needed.has(context)) continue;
			this.#snapshots.delete(context);
			this.#order({ kind: 'forget', id });
		}
	}

	async end(): Promise<void> {
		this.#end(new Error('the thread of large requests is ended'), true);
		await this.#worker.terminate();
	}

	#tell(context: VerbContext): number {
		const id = ++this.#told;
		this.#snapshots.set(context, id);
		this.#order({ kind: 'snapshot', id, snapshot: this.#snapshotOf(context) });
		return id;
	}

	#order(order: Order, transfer: readonly ArrayBuffer[] = []): void {
		this.#worker.postMessage(order, transfer as ArrayBuffer[]);
	}

	#answerQuestions(answered: Int32Array): void {
		this.#questions.on('message', (question: Question) => {
			const asker = 'task' in question ? this.#running.get(question.task)?.job : this.#askerOf(question.snapshot);
			const given = asker === undefined ? { unexpected: 'the task that asks is over' } : answerQuestion(question, asker);
			const transfer = typeof given === 'object' && 'bytes' in given ? [given.bytes.buffer as ArrayBuffer] : [];
			this.#questions.postMessage(given, transfer);
			Atomics.store(answered, 0, 1);
			Atomics.notify(answered, 0);
			this.#silence.refresh();
		});
	}

	#askerOf(snapshot: number): Asker | undefined {
		for (const [context, id] of this.#snapshots) if (id === snapshot) return { context };
		return undefined;
	}

	#receive(report: Report): void {
		this.#silence.refresh();
		const running = this.#running.get(report.id);
		if (running === undefined) return;
		if (report.kind === 'call') {
			void this.#call(report, running);
			return;
		}
		this.#running.delete(report.id);
		running.stopListening();
		if (report.kind === 'done') running.job.done(report.result);
		else running.job.failed(errorOf(report.failure, running), report.left);
		this.forgetPast();
		this.#sendHeld();
		this.#events.onChange();
	}

	async #call({ call, name, request }: Extract<Report, { readonly kind: 'call' }>, running: Running): Promise<void> {
		running.calls++;
		if (name === 'commit') running.hasWritten = true;
		this.#events.onChange();
		try {
			const value = await answerCall(name, request, running.job);
			if (name === 'commit') running.hasWritten = (value as Calls['commit']['reply']).some(({ ok }) => ok);
			this.#answer(running, { kind: 'reply', call, value });
		} catch (error) {
			this.#answer(running, { kind: 'refusal', call, failure: callFailure(error, (kept) => running.kept.push(kept) - 1) });
		}
	}

	#answer(running: Running, order: Order): void {
		this.#held.push({ running, order });
		this.#sendHeld();
	}

	/** Sends held messages, unless a task is writing. */
	#sendHeld(): void {
		if (this.#isEnded) return;
		const isWritten = this.#writer !== undefined;
		const all = this.#held;
		this.#held = all.filter(({ running }) => isWritten && !running.hasWritten);
		for (const { running, order } of all) {
			if (isWritten && !running.hasWritten) continue;
			running.calls--;
			this.#order(order);
			this.#silence.refresh();
		}
	}

	/** Ends a busy worker after `silenceMs` without a message; each message restarts the timer. */
	#endIfSilent(): void {
		if (!this.#isAtWork) this.#silence.refresh();
		else {
			this.#end(tooMuchTime(this.#limits));
			void this.#worker.terminate();
		}
	}

	/** Ends all jobs. A job that ran alone fails with the reason; for one that may have written, the outcome is unknown. */
	#end(error: Error, isMeant = false): void {
		clearTimeout(this.#silence);
		if (this.#isEnded) return;
		this.#isEnded = true;
		this.#questions.close();
		if (error instanceof ApiError) this.#events.onReport('thread for large requests ended by a request', { ...this.#describeRequests(), error: error.message });
		const interrupted: Job[] = [];
		const isAlone = this.#running.size === 1;
		for (const { job, hasWritten, stopListening } of this.#running.values()) {
			stopListening();
			if (hasWritten) job.failed(unknownOutcome());
			else if (isAlone || isMeant) job.failed(error);
			else interrupted.push(job);
		}
		this.#running.clear();
		this.#held = [];
		this.#snapshots.clear();
		this.#events.onInterrupted(interrupted);
		this.#events.onChange();
	}

	#describeRequests(): object {
		return { requests: [...this.#running.values()].map(({ job: { request } }) => `${request?.method ?? 'GET'} ${request?.path ?? 'an object'}`) };
	}
}

function errorOf(failure: TaskFailure, { kept }: Running): unknown {
	if ('api' in failure) return apiError(failure.api);
	if ('superseded' in failure) return new Superseded();
	return 'kept' in failure ? kept[failure.kept] : new Error(failure.unexpected);
}

function tooMuchMemory({ heap }: ThreadLimits): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: its content needs more than ${heap} MiB of memory`);
}

function tooMuchTime({ silenceMs }: ThreadLimits): ApiError {
	return new ApiError('RequestEntityTooLarge', `Request entity too large: its content takes longer than ${silenceMs / 1000} s`);
}

function unknownOutcome(): ApiError {
	return new ApiError('Timeout', 'the request was interrupted by another one and may have taken effect: check before a retry', {
		retryAfterSeconds: 1,
	});
}
