/**
 * Tests certificates that a CA has signed carelessly. They have names that are not text or are ambiguous, names in unexpected places, or
 * intermediate CAs that may not sign the certificates below them.
 */
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ExtendedKeyUsage, ExtendedKeyUsageExtension, Extension, type JsonName, SubjectAlternativeNameExtension } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { issueAuthority } from '../../runtime/auth/pki/issue.ts';
import type { PemPair } from '../../runtime/auth/pki/pair.ts';
import type { Loose } from '../setup/loose.ts';
import { issueOdd, type Odd, tagged } from '../setup/odd-certificates.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const scratch = makeScratch();
let server: ServerProcess;
let authority: PemPair;
beforeAll(async () => {
	authority = await issueAuthority('the clients');
	const file = join(scratch.path, 'clients.crt');
	writeFileSync(file, authority.cert);
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', '--client-ca-file', file] });
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

/** Returns the user that the server sees or the status, and the status of a request that only `system:masters` may make. */
async function shown(pair: PemPair, ...chain: readonly PemPair[]): Promise<readonly [user: unknown, secrets: number]> {
	const cert = Buffer.from([pair, ...chain].map((each) => each.cert).join(''));
	const credentials = { ca: server.credentials.ca, cert, key: Buffer.from(pair.key) };
	const who = await call(server.url, credentials, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
	const secrets = await call(server.url, credentials, 'GET', '/api/v1/secrets');
	return [who.status === 201 ? (who.json() as Loose).status.userInfo : who.status, secrets.status];
}

const named = (name: string, group = 'devs'): JsonName => [{ O: [group] }, { CN: [name] }];
/** Encodes a value for a certificate: a tag, a length, and text or bytes. */
const value = (tag: number, bytes: string): Buffer => tagged(tag, Buffer.from(bytes, 'latin1'));
const utf8 = 0x0c;
const printable = 0x13;
const teletex = 0x14;
const ia5 = 0x16;
const universal = 0x1c;
const bmp = 0x1e;

it('a regular certificate is accepted', async () => {
	expect(await shown(await issueOdd(authority, { subject: named('eve') }))).toEqual([{ username: 'eve', groups: ['devs', 'system:authenticated'] }, 403]);
});

describe('a subject', () => {
	/** Replaces a group of the same number of bytes. */
	const group = (tag: number, bytes: string): Odd => {
		const usual = 'g'.repeat(bytes.length);
		return { subject: named('eve', usual), put: [value(printable, usual), value(tag, bytes)] };
	};
	const name = (tag: number, bytes: string): Odd => {
		const usual = 'n'.repeat(bytes.length);
		return { subject: named(usual), put: [value(printable, usual), value(tag, bytes)] };
	};

	it.each<readonly [string, Odd, readonly [user: unknown, secrets: number]]>([
		['a zero byte after a name', name(utf8, 'kubernetes-admin\0.x'), [{ username: 'kubernetes-admin\0.x', groups: ['devs', 'system:authenticated'] }, 403]],
		['letters of two bytes', name(utf8, '\xc3\xa9ve'), [{ username: 'éve', groups: ['devs', 'system:authenticated'] }, 403]],
		['letters of two bytes each', name(bmp, '\0\xe9\0v\0e'), [{ username: 'éve', groups: ['devs', 'system:authenticated'] }, 403]],
		['a letter of an older character set', name(teletex, '\xe9ve'), [{ username: 'éve', groups: ['devs', 'system:authenticated'] }, 403]],
		['a letter outside its character set', name(ia5, '\xe9ve'), [{ username: 'éve', groups: ['devs', 'system:authenticated'] }, 403]],
		['letters of four bytes each', group(universal, '\0\0\0d\0\0\0\xe9'), [{ username: 'eve', groups: ['dé', 'system:authenticated'] }, 403]],
	])('with %s', async (_, odd, expected) => {
		expect(await shown(await issueOdd(authority, odd))).toEqual(expected);
	});

	it('with a name that is not UTF-8 is refused by OpenSSL', async () => {
		const pair = await issueOdd(authority, name(utf8, '\xe9ve'));
		expect(() => createSecureContext(pair)).toThrow('invalid utf8string');
	});

	it.each<readonly [string, JsonName, unknown]>([
		['several names', [{ CN: ['kubernetes-admin'] }, { O: ['devs'] }, { CN: ['eve'] }], { username: 'eve', groups: ['devs', 'system:authenticated'] }],
		['an empty name after another', [{ CN: ['eve'] }, { CN: [''] }], 403],
		['an empty group', named('eve', ''), { username: 'eve', groups: ['', 'system:authenticated'] }],
	])('with %s', async (_, subject, user) => {
		expect(await shown(await issueOdd(authority, { subject }))).toEqual([user, 403]);
	});
});

describe('intermediate authorities', () => {
	const masters = named('eve', 'system:masters');
	const context = (tag: number, ...contents: readonly Buffer[]): Buffer => tagged(0xa0 | tag, ...contents);
	/** Restricts the names of certificates below this one to these (RFC 5280, 4.2.1.10). */
	const permitted = (kind: Buffer): Extension => new Extension('2.5.29.30', true, tagged(0x30, context(0, tagged(0x30, kind))));
	const refused: readonly (readonly [string, Partial<Odd>, Partial<Odd>])[] = [
		['an authority that is not yet valid', { days: [10, 20] }, {}],
		['an authority for servers only', { extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth])] }, {}],
		[
			'an authority for another domain',
			{ extensions: [permitted(tagged(0x82, Buffer.from('example.com')))] },
			{ extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'example.org' }])] },
		],
		['a certificate without CA rights', { isAuthority: false }, {}],
	];
	it.each(refused)('%s are not trusted', async (_, between, leaf) => {
		const above = await issueOdd(authority, { subject: [{ CN: ['between'] }], isAuthority: true, ...between });
		expect(await shown(await issueOdd(above, { subject: masters, ...leaf }), above)).toEqual([401, 401]);
	});

	it('with an unknown critical extension are not trusted', async () => {
		const extensions = [new Extension('1.3.6.1.4.1.99999.1', true, Buffer.from('0500', 'hex'))];
		expect(await shown(await issueOdd(authority, { subject: masters, extensions }))).toEqual([401, 401]);
	});
});
