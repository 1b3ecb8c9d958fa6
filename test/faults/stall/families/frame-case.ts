/** A hostile case of HTTP/2 frames, sent in one write on a connection of its own. */
import type { HostileCase } from '../contract.ts';
import { preface } from '../frames.ts';
import { overWire, unread } from '../send.ts';

/** The end of the connection is the only right answer. */
export function frames(name: string, make: () => Buffer, { anonymous = true } = {}): HostileCase {
	return {
		name: `HTTP/2: ${name}`,
		prepare: () => {
			const bytes = Buffer.concat([preface, make()]);
			return overWire(() => bytes, { anonymous, protocol: 'h2' });
		},
		answers: ['closed'],
	};
}

/** The administrator sends them, reads nothing and goes. */
export function unreadFrames(name: string, make: () => Buffer): HostileCase {
	return {
		name: `HTTP/2: ${name}`,
		prepare: () => {
			const bytes = Buffer.concat([preface, make()]);
			return unread(() => bytes, 'h2');
		},
		answers: ['closed'],
	};
}
