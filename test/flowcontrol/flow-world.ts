/** Fair shares for tests, on a clock that only their requests advance. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { ApiRequest } from '../../runtime/api/request.ts';
import { FairShare } from '../../runtime/flowcontrol/fair-share.ts';
import { type FlowSettings, flowSettings, type LevelSettings, levelSettings, mandatorySettings, schemaSettings } from '../../runtime/flowcontrol/settings.ts';
import type { Ticket } from '../../runtime/flowcontrol/ticket.ts';
import { kubernetes } from './vocabulary.ts';

const startMs = 1_000;

const queuing = { queues: 64, handSize: 4, lengthLimit: 50 };

export function level(name: string, shares: number, more: Partial<LevelSettings> = {}): LevelSettings {
	return { ...levelSettings({ metadata: { name, uid: `uid-of-${name}` } }), name, shares, queuing, ...more };
}

/** Returns settings with a flow schema for each level, which matches users whose names begin with the level's name. */
export function settings(...levels: LevelSettings[]): FlowSettings {
	const everything = { verbs: ['*'], nonResourceURLs: ['*'] };
	const subjects = (name: string) => Array.from({ length: 600 }, (_, index) => ({ kind: 'User', user: { name: `${name}-${index}` } }));
	const schemas = levels.map(({ name }) =>
		schemaSettings({
			metadata: { name, uid: `uid-of-${name}-schema` },
			spec: {
				...{ priorityLevelConfiguration: { name }, matchingPrecedence: 10, distinguisherMethod: { type: 'ByUser' } },
				rules: [{ subjects: subjects(name), nonResourceRules: [everything] }],
			},
		}),
	);
	return flowSettings(levels, schemas, mandatorySettings('1.25', kubernetes));
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A fair share for each test, and the requests that went through it. */
export class FlowWorld {
	/** Names of the requests that are done, in order. */
	readonly done: string[] = [];
	#share: FairShare | undefined;
	#nowMs = startMs;
	#connections = 0;

	/** Registers the hooks that reset the world for each test. */
	constructor() {
		beforeEach(() => {
			this.#nowMs = startMs;
			this.done.length = 0;
			vi.spyOn(performance, 'now').mockImplementation(() => this.#nowMs);
		});
		afterEach(() => {
			this.#share?.close();
			vi.restoreAllMocks();
			vi.useRealTimers();
		});
	}

	get share(): FairShare {
		if (this.#share === undefined) throw new Error('no fair share has begun');
		return this.#share;
	}

	begin(given: FlowSettings, { seats = 100, mostWaitMs = 15_000 } = {}): void {
		this.#share?.close();
		this.#share = new FairShare({
			...{ release: '1.25', seats, mostWaitMs, settings: given },
			...{ refusal: (seconds) => new Error(`come again in ${seconds} s`), headers: { schema: 'schema', level: 'level' } },
		});
	}

	/** Advances the clock. */
	spend(ms: number): void {
		this.#nowMs += ms;
	}

	ticket(user: string, width = 1, remote = `c${++this.#connections}`): Ticket & { readonly abort: () => void } {
		const who = { name: user, uid: '', groups: [], extra: {} };
		const request = { user: who, info: { isResource: false, verb: 'get' }, path: '/', remote, isOver: false };
		const schema = this.share.classify(request as object as ApiRequest);
		if (schema === undefined) throw new Error(`no flow schema matches ${user}`);
		const abort = (): void => {
			request.isOver = true;
		};
		return Object.assign(this.share.ticket(request as object as ApiRequest, schema, width), { abort });
	}

	/** Makes a request that occupies the thread for this long. */
	async ask(user: string, ms: number, name = user, remote?: string): Promise<void> {
		const one = this.ticket(user, 1, remote);
		try {
			await this.share.enter(one, () => {
				this.spend(ms);
				this.done.push(name);
			});
		} finally {
			one.release();
		}
	}
}
