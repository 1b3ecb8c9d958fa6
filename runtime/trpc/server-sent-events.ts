/**
 * Frames watch events as server-sent events with tRPC's event names. Subscriptions share the bytes of a frame, so a slow one takes no more
 * memory than a slow watch.
 */
import type { EventBody, EventWriter, LineFraming } from '../api/request.ts';

/** Interval of pings, because proxies and browsers close idle connections. */
const pingMs = 15_000;

const client = { reconnectAfterInactivityMs: 3 * pingMs };

const connected = Buffer.from(`event: connected\ndata: ${JSON.stringify(client)}\n\n`);
const ping = Buffer.from('event: ping\ndata: \n\n');

/** Event id within the initial state, whose events have no version order. A client that disconnects before it is complete starts again. */
export const ofInitialState = 'initial';

/** Returns a refusal as a complete event stream, because `EventSource` hides bodies of other statuses than 200. */
export function refusedSubscription(error: object): Buffer {
	return Buffer.concat([connected, errorFrame(error)]);
}

function errorFrame(error: object): Buffer {
	return Buffer.from(`event: serialized-error\ndata: ${JSON.stringify(error)}\n\n`);
}

const data = Buffer.from('data: ');
const versionField = '"resourceVersion":"';
const errorEvent = '{"type":"ERROR"';

/** Returns the framing. `errorOf`: converts a Status to a tRPC error. */
export function serverSentEvents(errorOf: (status: Readonly<Record<string, unknown>>) => object): LineFraming {
	return {
		name: 'server-sent',
		json: (line, isInitial) => {
			if (line.subarray(0, errorEvent.length).toString('latin1') === errorEvent) return errorFrame(errorOf(JSON.parse(line.toString()).object));
			return Buffer.concat([data, line, Buffer.from(`id: ${isInitial ? ofInitialState : versionOf(line)}\n\n`)]);
		},
	};
}

/** Returns the resource version in an event's bytes. The first match is the object's own, because quotes in earlier texts are escaped. */
function versionOf(line: Buffer): string {
	const start = line.indexOf(versionField) + versionField.length;
	return line.toString('latin1', start, line.indexOf('"', start));
}

/** Adds pings to a watch. When the watch ends, the connection does too; the client reconnects and resumes after the last event. */
export function subscriptionBody(watch: EventBody): EventBody {
	return {
		kind: 'events',
		start: async (writer) => {
			const pings = new PingWriter(writer);
			pings.write(connected);
			const timer = setInterval(() => pings.ping(), pingMs);
			try {
				await watch.start(pings);
			} finally {
				clearInterval(timer);
			}
		},
		abandon: () => watch.abandon?.(),
	};
}

const lineFeed = 0x0a;

/** Writer that sends pings between frames, unless the client does not read. */
class PingWriter implements EventWriter {
	readonly signal: AbortSignal;
	readonly #out: EventWriter;
	#isFull = false;
	/** Number of line feeds at the end of the output; a frame ends with two. */
	#feeds = 0;

	constructor(out: EventWriter) {
		this.#out = out;
		this.signal = out.signal;
	}

	write(bytes: Buffer): boolean {
		const feeds = bytes.at(-1) === lineFeed ? (bytes.at(-2) === lineFeed ? 2 : 1) : 0;
		// A large frame is written in slices, and the last slice may be a single line feed.
		this.#feeds = bytes.length === 1 && feeds === 1 ? this.#feeds + 1 : feeds;
		this.#isFull = !this.#out.write(bytes);
		return !this.#isFull;
	}

	async drained(): Promise<void> {
		await this.#out.drained();
		this.#isFull = false;
	}

	ping(): void {
		if (!this.#isFull && this.#feeds === 2) this.write(ping);
	}
}
