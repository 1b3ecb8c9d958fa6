/** A hostile case of HTTP/2 frames, sent in one write on a separate connection. */
import type { HostileCase } from '../contract.ts';
import { preface } from '../frames.ts';
import { overWire, unread } from '../send.ts';

/** Returns a case whose only correct outcome is the end of the connection. */
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

/** Returns a case in which the administrator sends the frames, reads nothing and disconnects. */
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
