import { describe, expect, it } from 'vitest';
import type { ApiRequest, User } from '../../runtime/api/request.ts';
import { authenticator } from '../../runtime/auth/authn/authenticator.ts';
import { bearerToken } from '../../runtime/auth/authn/bearer.ts';
import { userOfSubject } from '../../runtime/auth/authn/client-certificate.ts';
import { readTokens } from '../../runtime/auth/authn/static-tokens.ts';

const read = (text: string, warnings: string[] = []) => readTokens(text, 'tokens.csv', (sentence) => warnings.push(sentence));

describe('token file', () => {
	it('gives name, uid and groups, and the group of all who are authenticated', () => {
		const lookup = read('\uFEFFabc,alice,1,"dev,ops"\r\ndef,bob,2\r\n\r\n "g h",carol,3,dev\n');
		expect(lookup('abc')).toEqual({ name: 'alice', uid: '1', groups: ['dev', 'ops', 'system:authenticated'], extra: {} });
		expect(lookup('def')?.groups).toEqual(['system:authenticated']);
		expect(lookup('g h')?.name).toBe('carol');
		expect(lookup('ab')).toBeUndefined();
		expect(lookup('')).toBeUndefined();
	});

	it.each([
		['a,b\n', 'tokens.csv:1: a token needs at least three columns (token, user name, user id), found 2'],
		['a,b,c\n\nsecret,,1\n', 'tokens.csv:3: the user name is empty'],
		['a,b,c,"d\ne', 'tokens.csv:1: a quoted field is not closed'],
		['a,b"c,d\n', 'tokens.csv:1: a quote stands inside a field that does not begin with one'],
		['a,"b"c,d\n', 'tokens.csv:1: something stands between a closing quote and the next comma'],
	])('%j is refused with its line', (text, message) => {
		expect(() => read(text)).toThrow(message);
	});

	it('an empty token is skipped and one given twice is said, without showing it', () => {
		const warnings: string[] = [];
		const lookup = read('s3cret,a,1\n,b,2\ns3cret,c,3\n', warnings);
		expect(lookup('s3cret')?.name).toBe('c');
		expect(warnings).toHaveLength(2);
		expect(warnings.join()).not.toContain('s3cret');
	});
});

describe('bearer', () => {
	it.each([
		['Bearer abc', 'abc'],
		['bearer  abc ', 'abc'],
		['Bearer', undefined],
		['Bearer ', undefined],
		['Basic abc', undefined],
		[undefined, undefined],
	])('%j -> %j', (header, token) => expect(bearerToken(header)).toBe(token));
});

describe('client certificate', () => {
	it('common name is the user, every organisation a group', () => {
		expect(userOfSubject({ CN: 'alice', O: ['a', 'b'] } as never)?.groups).toEqual(['a', 'b', 'system:authenticated']);
		expect(userOfSubject({ O: 'a' } as never)).toBeUndefined();
		expect(userOfSubject(undefined)).toBeUndefined();
	});
});

describe('authenticator', () => {
	const certified: User = { name: 'cert', uid: '', groups: [], extra: {} };
	const request = (authorization?: string, clientUser?: User): ApiRequest =>
		({ clientUser, header: (name: string) => (name === 'authorization' ? authorization : undefined) }) as ApiRequest;
	const tokens = [read('abc,alice,1\n')];

	it('certificate, then token, then anonymous; a wrong token is refused', () => {
		const ask = authenticator({ tokens, anonymous: true });
		expect(ask(request('Bearer abc', certified)).name).toBe('cert');
		expect(ask(request('Bearer abc')).name).toBe('alice');
		expect(ask(request()).groups).toEqual(['system:unauthenticated']);
		expect(() => ask(request('Bearer nope'))).toThrow('Unauthorized');
	});

	it('a certificate that does not hold is refused, unless a token does', () => {
		const ask = authenticator({ tokens, anonymous: true });
		expect(() => ask({ ...request(), clientRefused: true })).toThrow('Unauthorized');
		expect(ask({ ...request('Bearer abc'), clientRefused: true }).name).toBe('alice');
	});

	it('anonymous may be turned off', () => {
		expect(() => authenticator({ tokens, anonymous: false })(request())).toThrow('Unauthorized');
	});
});
