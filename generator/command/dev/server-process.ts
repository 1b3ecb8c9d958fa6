/**
 * Runs the server of `orch dev` in a process of its own. A hook file that blocks or ends it then does not affect the process that watches
 * the specs.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type BlockedReport, type FromServer, lifelineFd, type SaidLine, type ServedSpecs, type ToServer } from '../../../runtime/model/development.ts';
import { devServerFile } from '../bundle.ts';

export interface ServerEvents {
	readonly onSaid: (lines: readonly SaidLine[], omitted: number) => void;
	/** Called when the server ends unexpectedly. */
	readonly onEnd: (sentence: string) => void;
	/** Called when the server ended because its main thread was blocked. */
	readonly onBlocked: (report: BlockedReport) => void;
}

export interface Started {
	readonly url: string;
	readonly kubeconfig: string;
}

/** Error of a server that failed to start. */
export class StartError extends Error {
	override readonly name = 'StartError';
	/** True when a flag is invalid. */
	readonly isUsage: boolean;
	/** Storage name of the kind whose versions are at fault. */
	readonly about: string | undefined;
	constructor(message: string, { isUsage = false, about }: { readonly isUsage?: boolean; readonly about?: string } = {}) {
		super(message);
		this.isUsage = isUsage;
		this.about = about;
	}
}

type Outcome = Extract<FromServer, { readonly kind: 'ready' | 'failed' | 'swapped' | 'refused' }>;

export class ServerProcess {
	readonly #child: ChildProcess;
	readonly #events: ServerEvents;
	/** Resolves the unanswered message. */
	#answered: ((outcome: Outcome | undefined) => void) | undefined;
	readonly #exited: Promise<number>;
	#isEnding = false;
	#isOver = false;
	#failure: string | undefined;
	/** Text from the watchdog on the lifeline. */
	#reported = '';

	/** Starts the process. `bundle`: folder of the server. */
	constructor(bundle: string, events: ServerEvents) {
		this.#events = events;
		this.#child = fork(join(bundle, devServerFile), [], {
			serialization: 'advanced',
			execArgv: ['--enable-source-maps'],
			stdio: ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'],
			env: { ...process.env, NODE_COMPILE_CACHE: join(bundle, 'compiled') },
		});
		this.#child.on('message', (message) => this.#onMessage(message as FromServer));
		this.#child.stdio[lifelineFd]?.on('data', (bytes: Buffer) => {
			this.#reported += bytes.toString();
		});
		this.#exited = new Promise((resolve) => {
			this.#child.on('error', (error) => this.#ended(error.message, resolve));
			// `close` follows the end of the lifeline.
			this.#child.on('close', (code, signal) => this.#ended(signal === null ? `exit code ${code}` : `ended by ${signal}`, () => resolve(code ?? 1)));
		});
	}

	/** True when the process has ended. */
	get isOver(): boolean {
		return this.#isOver;
	}

	/** Starts the server. Rejects with StartError. */
	async start(args: readonly string[], specs: ServedSpecs): Promise<Started> {
		const outcome = await this.#ask({ kind: 'start', args, specs });
		if (outcome?.kind === 'ready') return outcome;
		if (outcome?.kind === 'failed') throw new StartError(outcome.message, outcome);
		throw new StartError('the server ended before it was ready');
	}

	/** Sends specs to the running server. Resolves to undefined when it has ended. */
	async swap(specs: ServedSpecs): Promise<Extract<FromServer, { readonly kind: 'swapped' | 'refused' }> | undefined> {
		const outcome = await this.#ask({ kind: 'swap', specs });
		return outcome?.kind === 'swapped' || outcome?.kind === 'refused' ? outcome : undefined;
	}

	/** Drains and stops the server. Resolves to its exit code. */
	async stop(): Promise<number> {
		this.#isEnding = true;
		if (this.#child.connected) this.#send({ kind: 'stop' });
		return this.#exited;
	}

	#ask(message: ToServer): Promise<Outcome | undefined> {
		if (this.#isOver) return Promise.resolve(undefined);
		return new Promise((resolve) => {
			this.#answered = resolve;
			this.#send(message);
		});
	}

	/** Sends a message. Ignores failures, because an exit event follows when the child has just ended. */
	#send(message: ToServer): void {
		this.#child.send(message, () => undefined);
	}

	#onMessage(message: FromServer): void {
		if (message.kind === 'said') {
			this.#events.onSaid(message.lines, message.omitted);
			return;
		}
		if (message.kind === 'failed') this.#failure = message.message;
		// A failure outside a message is reported at the exit.
		const answered = this.#answered;
		this.#answered = undefined;
		if (message.kind === 'failed' && answered !== undefined) this.#isEnding = true;
		answered?.(message);
	}

	#ended(how: string, done: (code: number) => void): void {
		if (this.#isOver) return;
		this.#isOver = true;
		const wasAsked = this.#isEnding;
		this.#answered?.(undefined);
		if (this.#reported !== '') this.#events.onBlocked(JSON.parse(this.#reported) as BlockedReport);
		else if (!wasAsked) this.#events.onEnd(this.#failure ?? `the server ended (${how})`);
		done(1);
	}
}
