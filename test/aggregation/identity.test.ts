/** Identity of this server and of its clients at extension API servers: the proxy's certificate, and the headers about the user. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identityHeaders } from '../../runtime/aggregation/identity-headers.ts';
import { ProxyCertificate } from '../../runtime/aggregation/proxy-certificate.ts';
import type { Flag, FlagValues } from '../../runtime/api/flag.ts';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { makeScratch } from '../setup/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());

const given = (values: Readonly<Record<string, string>>): FlagValues => ({
	of: <T>(flag: Flag<T>) => values[flag.name] as T,
	isGiven: (flag) => values[flag.name] !== undefined,
});
const file = (name: string): string => join(scratch.path, name);

async function writePair(name: string): Promise<void> {
	const pair = await issueLeaf(await issueAuthority(`the authority of ${name}`), {
		commonName: name,
		organisations: [],
		usage: 'client',
		alternativeNames: [],
	});
	for (const [end, text] of [
		['crt', pair.cert],
		['key', pair.key],
	] as const) {
		writeFileSync(file(`${name}.${end}.new`), text);
		renameSync(file(`${name}.${end}.new`), file(`${name}.${end}`));
	}
}

describe('the certificate of the proxy', () => {
	beforeAll(async () => {
		await writePair('a');
		await writePair('b');
	});
	const flags = (cert: string | undefined, key: string | undefined): FlagValues =>
		given({ ...(cert && { 'proxy-client-cert-file': file(cert) }), ...(key && { 'proxy-client-key-file': file(key) }) });

	it('is absent without flags', async () => {
		expect((await ProxyCertificate.open(given({}))).pair).toBeUndefined();
	});

	it.each([
		['a.crt', undefined, /^--proxy-client-cert-file and --proxy-client-key-file must be given together$/],
		['missing', 'a.key', /^--proxy-client-cert-file .*missing cannot be read: /],
		['a.crt', 'b.key', /b\.key does not match .*a\.crt$/],
		['a.key', 'a.key', /a\.key contains no PEM certificate/],
	])('of %s and %s is refused', async (cert, key, sentence) => {
		await expect(ProxyCertificate.open(flags(cert, key))).rejects.toThrow(sentence);
	});

	it('is read again when its files change', async () => {
		const certificate = await ProxyCertificate.open(flags('a.crt', 'a.key'));
		const before = certificate.pair?.cert;
		const stop = certificate.follow(() => undefined);
		await writePair('a');
		await vi.waitFor(() => expect(certificate.pair?.cert).not.toBe(before), { timeout: 30_000 });
		stop();
	});
});

describe('the headers about a user', () => {
	const user = { name: 'jo', uid: 'u', groups: ['a', 'b'], extra: { 'scopes.io/x y%': ['1', '2'] } };

	it('name user, groups and extra fields, whose keys are escaped', () => {
		expect(identityHeaders(user, false)).toEqual([
			...['x-remote-user', 'jo', 'x-remote-group', 'a', 'x-remote-group', 'b'],
			...['x-remote-extra-scopes.io%2Fx%20y%25', '1', 'x-remote-extra-scopes.io%2Fx%20y%25', '2'],
		]);
	});

	it('have the UID from 1.33 on, unless it is empty', () => {
		expect(identityHeaders(user, true).slice(2, 4)).toEqual(['x-remote-uid', 'u']);
		expect(identityHeaders({ ...user, uid: '' }, true)).not.toContain('x-remote-uid');
	});

	it('have the bytes of UTF-8', () => {
		expect(identityHeaders({ ...user, name: 'é' }, false)[1]).toBe('\u00c3\u00a9');
	});
});
