/** Framing of watch events: lines and frames of a stream, or one WebSocket message for each event. */
import type { LineFraming, WebSocketOffer } from '../../api/request.ts';
import { eventFrame, eventMessage } from '../../wire/protobuf/message.ts';

export interface EventFraming extends LineFraming {
	/** Frames a protobuf event; `object` is in its envelope. */
	protobuf(type: string, object: Uint8Array): Buffer;
}

export const streamed: EventFraming = { name: 'stream', json: (line) => line, protobuf: eventFrame };

/** Messages carry their length and need no frame; the line feed stays, as in Kubernetes. */
export function inMessages({ message }: Pick<WebSocketOffer, 'message'>): EventFraming {
	return {
		name: 'messages',
		json: (line) => message(line, true),
		protobuf: (type, object) => message(eventMessage(type, object), false),
	};
}

/** Keeps the protobuf frame, since protobuf events have no lines. */
export function inLines(framing: LineFraming): EventFraming {
	return { ...framing, protobuf: eventFrame };
}
