/** The envelope of protobuf bodies. */

import { describe, expect, it } from 'vitest';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { unwrapUnknown, wrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';

describe('the envelope', () => {
	it('is written as Kubernetes writes it', () => {
		expect(wrapUnknown('v1', 'Pod', Buffer.from('0a00', 'hex')).toString('hex')).toBe('6b3873000a090a0276311203506f6412020a001a002200');
	});

	it('returns the wrapped value', () => {
		const raw = Buffer.alloc(100_000, 7);
		const { apiVersion, kind, raw: inner } = unwrapUnknown(wrapUnknown('apps/v1', 'Deployment', raw));
		expect([apiVersion, kind, Buffer.compare(inner, raw)]).toEqual(['apps/v1', 'Deployment', 0]);
	});

	it.each([['7b7d'], ['6b3873'], ['6b3873000aff'], ['6b38730012ffffffff0f'], ['6b38730007']])('refuses %s', (hex) => {
		expect(() => unwrapUnknown(Buffer.from(hex, 'hex'))).toThrow(MalformedError);
	});
});
