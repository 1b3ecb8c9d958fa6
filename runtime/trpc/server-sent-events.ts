/**
 * A subscription: the bytes of a watch in the frames of server-sent events, with the event names of tRPC. Each frame is made once for all
 * subscriptions, so one that is not read holds no more than a watch that is not read.
 */
import type { EventBody, EventWriter, LineFraming } from '../api/request.ts';

/** Proxies and browsers give up connections on which nothing moves. */
const pingMs = 15_000;

const client = { reconnectAfterInactivityMs: 3 * pingMs };

const connected = Buffer.from(`event: connected\ndata: ${JSON.stringify(client)}\n\n`);
const ping = Buffer.from('event: ping\ndata: \n\n');

/**
 * The id of events of the initial state. They come in no order of versions, so no client can go on after one of them: a client that is cut
 * off before the state is complete begins again.
 */
export const ofInitialState = 'initial';

/** A refusal as the whole stream: `EventSource` shows its user no body with another status than 200. */
export function refusedSubscription(error: object): Buffer {
	return Buffer.concat([connected, errorFrame(error)]);
}

function errorFrame(error: object): Buffer {
	return Buffer.from(`event: serialized-error\ndata: ${JSON.stringify(error)}\n\n`);
}

const data = Buffer.from('data: ');
const versionField = '"resourceVersion":"';
const errorEvent = '{"type":"ERROR"';

/** `errorOf` gives the error of tRPC for a Status. */
export function serverSentEvents(errorOf: (status: Readonly<Record<string, unknown>>) => object): LineFraming {
	return {
		name: 'server-sent',
		json: (line, isInitial) => {
			if (line.subarray(0, errorEvent.length).toString('latin1') === errorEvent) return errorFrame(errorOf(JSON.parse(line.toString()).object));
			return Buffer.concat([data, line, Buffer.from(`id: ${isInitial ? ofInitialState : versionOf(line)}\n\n`)]);
		},
	};
}

/** Nothing before the version of an object can look like it: quotes within texts are escaped. */
function versionOf(line: Buffer): string {
	const start = line.indexOf(versionField) + versionField.length;
	return line.toString('latin1', start, line.indexOf('"', start));
}

/** When the watch ends by itself, so does the connection: the client connects again and goes on after the last event. */
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

/** Pings stand between frames, and are left out while the client reads nothing. */
class PingWriter implements EventWriter {
	readonly signal: AbortSignal;
	readonly #out: EventWriter;
	#isFull = false;
	/** Line feeds at the end of what is written, of the two that end a frame. */
	#feeds = 0;

	constructor(out: EventWriter) {
		this.#out = out;
		this.signal = out.signal;
	}

	write(bytes: Buffer): boolean {
		const feeds = bytes.at(-1) === lineFeed ? (bytes.at(-2) === lineFeed ? 2 : 1) : 0;
		// A large frame is written in slices, of which the last may be a line feed alone.
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
