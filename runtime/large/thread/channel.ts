/** Worker's side of the channel: blocking questions, and asynchronous calls. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { apiError, KeptError } from '../failure.ts';
import type { CallName, Calls, Failure, HostAnswer, Order, Question, QuestionPort, Report } from '../protocol.ts';

interface PendingCall {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: Error) => void;
}

export class Link {
	readonly #port: MessagePort;
	readonly #questions: QuestionPort;
	readonly #answered: Int32Array;
	readonly #waiting = new Map<number, PendingCall>();
	#calls = 0;

	constructor(port: MessagePort, questions: QuestionPort) {
		this.#port = port;
		this.#questions = questions;
		this.#answered = new Int32Array(questions.answered);
	}

	/** Blocks until the main thread answers. Throws its error. */
	ask(question: Question): Exclude<HostAnswer, Failure> {
		this.#questions.port.postMessage(question);
		Atomics.wait(this.#answered, 0, 0);
		Atomics.store(this.#answered, 0, 0);
		const { message } = receiveMessageOnPort(this.#questions.port) as { readonly message: HostAnswer };
		if (isFailure(message)) throw errorOf(message);
		return message;
	}

	/** Calls the main thread for `task`. Rejects with its error. */
	call<N extends CallName>(task: number, name: N, request: Calls[N]['request'], transfer: readonly ArrayBuffer[] = []): Promise<Calls[N]['reply']> {
		return new Promise((resolve, reject) => {
			const call = ++this.#calls;
			this.#waiting.set(call, { resolve: resolve as (value: unknown) => void, reject });
			// `Calls` pairs name and request, which TypeScript cannot follow through a type parameter.
			this.send({ kind: 'call', id: task, call, name, request } as Report, transfer);
		});
	}

	send(report: Report, transfer: readonly ArrayBuffer[] = []): void {
		this.#port.postMessage(report, transfer as ArrayBuffer[]);
	}

	/** Settles a call with its result or error. */
	settle(order: Extract<Order, { readonly kind: 'reply' | 'refusal' }>): void {
		const waiting = this.#waiting.get(order.call);
		this.#waiting.delete(order.call);
		if (order.kind === 'reply') waiting?.resolve(order.value);
		else waiting?.reject(errorOf(order.failure));
	}
}

function isFailure(given: HostAnswer): given is Failure {
	return typeof given === 'object' && ('api' in given || 'kept' in given || 'unexpected' in given);
}

function errorOf(failure: Failure): Error {
	if ('api' in failure) return apiError(failure.api);
	return 'kept' in failure ? new KeptError(failure.kept, 'an error that the other thread has kept') : new Error(failure.unexpected);
}
