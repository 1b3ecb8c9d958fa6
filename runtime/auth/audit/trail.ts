/** What audit knows of one request, from its receipt to its end. */
import type { ApiRequest, AuditTrail, User } from '../../api/request.ts';
import type { Audit, Level, Stage } from './contract.ts';

export class Trail implements AuditTrail {
	readonly #audit: Audit;
	readonly #request: ApiRequest;
	readonly #id: string;
	readonly #receivedMs = Date.now();
	readonly #annotations: Record<string, string> = {};
	#user: User | undefined;
	#impersonated: User | undefined;
	/** Undefined until it is known who asks, or that nobody could be proved. */
	#level: Level | undefined;

	constructor(audit: Audit, request: ApiRequest, id: string) {
		this.#audit = audit;
		this.#request = request;
		this.#id = id;
	}

	/** It is known who asks; undefined: it could not be proved. Decides the level and tells of the receipt, once. */
	begin(user: User | undefined): void {
		if (this.#level !== undefined) return;
		this.#user = user;
		const { policy, figures } = this.#audit;
		this.#level = policy(this.#request, user);
		figures.levels.set(this.#level, (figures.levels.get(this.#level) ?? 0) + 1);
		this.tell('RequestReceived');
	}

	actsAs(user: User): void {
		this.#impersonated = user;
	}

	annotate(key: string, value: string): void {
		this.#annotations[key] = value;
	}

	/** `code` of the answer; undefined where there is none. */
	tell(stage: Stage, code?: number): void {
		const level = this.#level;
		if (level === undefined || level === 'None') return;
		const { path, query, info } = this.#request;
		const event = {
			id: this.#id,
			level,
			stage,
			receivedMs: this.#receivedMs,
			stageMs: Date.now(),
			uri: query === '' ? path : `${path}?${query}`,
			info,
			user: this.#user,
			impersonated: this.#impersonated,
			userAgent: this.#request.header('user-agent'),
			code,
			annotations: { ...this.#annotations },
		};
		this.#audit.figures.events++;
		for (const sink of this.#audit.sinks) sink.write(event);
	}
}
