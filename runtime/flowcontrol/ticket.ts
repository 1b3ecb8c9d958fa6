/**
 * A request, as far as priority and fairness has to do with it: which flow it belongs to, how many seats it takes, and whether it has
 * them. It gives them back while its body is still to come, and asks for them anew when that is there.
 */
import type { ApiRequest, Seats } from '../api/request.ts';
import type { FairShare } from './fair-share.ts';
import type { Level } from './level.ts';
import type { Queue } from './queue.ts';
import type { FlowSchema } from './schema.ts';

export class Ticket implements Seats {
	readonly request: ApiRequest;
	readonly schema: FlowSchema;
	readonly level: Level;
	/** What tells flows of a schema apart. */
	readonly distinguisher: string;
	readonly width: number;
	readonly #share: FairShare;
	/** Performance time since which it has its seats; undefined: it has none. */
	seatedAtMs: number | undefined = undefined;
	/** Beyond the turn in which it got them. */
	isHeld = false;
	/** From which it came; undefined: it did not wait. */
	queue: Queue | undefined = undefined;
	waitingSinceMs = 0;
	/** Goes on with what waits; `refusal`: or does not. */
	begin: ((refusal?: Error) => void) | undefined = undefined;
	/** What goes on does so in a later microtask. */
	isResumed = false;
	/** What its watchers will take when it is over; known when it has changed something. */
	lingering: { readonly seats: number; readonly ms: number } | undefined = undefined;

	constructor(share: FairShare, request: ApiRequest, schema: FlowSchema, level: Level, distinguisher: string, width: number) {
		this.#share = share;
		this.request = request;
		this.schema = schema;
		this.level = level;
		this.distinguisher = distinguisher;
		this.width = width;
	}

	take(): void | Promise<void> {
		return this.#share.resume(this);
	}

	giveBack(): void {
		if (this.seatedAtMs !== undefined) this.#share.leave(this);
	}
}
