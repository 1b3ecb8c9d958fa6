/** Framing of watch events: lines or protobuf frames in a stream, or one WebSocket message for each event. */
import type { LineFraming, WebSocketOffer } from '../../api/request.ts';
import { eventFrame, eventMessage } from '../../wire/protobuf/message.ts';

export interface EventFraming extends LineFraming {
	/** Frames a protobuf event. `object`: the object in its envelope. */
	protobuf(type: string, object: Uint8Array): Buffer;
}

export const streamed: EventFraming = { name: 'stream', json: (line) => line, protobuf: eventFrame };

/** A message has a length and needs no frame. As in Kubernetes, it ends with a line feed all the same. */
export function inMessages({ message }: Pick<WebSocketOffer, 'message'>): EventFraming {
	return {
		name: 'messages',
		json: (line) => message(line, true),
		protobuf: (type, object) => message(eventMessage(type, object), false),
	};
}

/** Keeps the frames of protobuf events, which have no lines. */
export function inLines(framing: LineFraming): EventFraming {
	return { ...framing, protobuf: eventFrame };
}
