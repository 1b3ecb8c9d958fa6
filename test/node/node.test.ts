/** Tests the use of Node's private parts: that they are there, and what happens where they are not. */
import { rootCertificates, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { missingParts } from '../../runtime/node/self-check.ts';
import { onSocketActivity } from '../../runtime/node/socket-activity.ts';
import { ignoreSecrets, isReading, startReading, stopReading } from '../../runtime/node/socket-handle.ts';

describe('the private parts of Node', () => {
	it('are all there', () => {
		expect(missingParts(rootCertificates[0] ?? '')).toEqual([]);
	});
});

describe('a socket without a handle', () => {
	it('is paused and resumed as a stream', () => {
		const calls: string[] = [];
		const socket = { destroyed: false, readableFlowing: true, pause: () => calls.push('pause'), resume: () => calls.push('resume') } as unknown as TLSSocket;
		stopReading(socket);
		startReading(socket);
		ignoreSecrets(socket);
		expect(calls).toEqual(['pause', 'resume']);
		expect(isReading(socket)).toBe(true);
	});

	it('is left alone once it is closed', () => {
		const socket = { destroyed: true, readableFlowing: null, _handle: null } as unknown as TLSSocket;
		stopReading(socket);
		startReading(socket);
		expect(isReading(socket)).toBe(false);
	});
});

it('a socket without a timer reports no activity', () => {
	expect(onSocketActivity({} as TLSSocket, () => undefined)).toBe(false);
});
