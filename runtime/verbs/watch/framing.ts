/** How events are told apart in what a watcher reads: lines and frames of a stream, or messages of a WebSocket, each an event. */
import type { LineFraming, WebSocketOffer } from '../../api/request.ts';
import { eventFrame, eventMessage } from '../../wire/protobuf/message.ts';

export interface EventFraming extends LineFraming {
	/** `object`: in its envelope. */
	protobuf(type: string, object: Uint8Array): Buffer;
}

export const streamed: EventFraming = { name: 'stream', json: (line) => line, protobuf: eventFrame };

/** Messages have their length without a frame around them; the line feed stays, as in Kubernetes. */
export function inMessages({ message }: Pick<WebSocketOffer, 'message'>): EventFraming {
	return {
		name: 'messages',
		json: (line) => message(line, true),
		protobuf: (type, object) => message(eventMessage(type, object), false),
	};
}

/** A protobuf event has no line: it keeps its own frame. */
export function inLines(framing: LineFraming): EventFraming {
	return { ...framing, protobuf: eventFrame };
}
