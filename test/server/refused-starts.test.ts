/** Tests the sentences with which a server refuses to start, and that a refused start leaves nothing behind. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { rootGroups, rootHooks } from '../../generated/root-hooks.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type RunningServer, startServer } from '../../runtime/server.ts';
import { openLog } from '../../runtime/telemetry/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'orch-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server. All use one data directory: a start that left its lock behind would change the message of the next. */
async function start(...flags: readonly string[]): Promise<RunningServer> {
	const command = readFlags(['--data-dir', join(folder, 'data'), '--secure-port', '0', '--log-level', 'silent', ...flags]);
	const { options } = command as { options: ServerOptions };
	const generated = { catalog, vocabulary, rootHooks, rootGroups, docs: async () => docs };
	return startServer(options, generated, { log: openLog('silent'), onFatal: () => undefined });
}

/** Writes a file that only its owner reads, and returns its path. */
function file(name: string, text: string): string {
	const path = join(folder, name);
	writeFileSync(path, text, { mode: 0o600 });
	return path;
}

const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const accountKey = (name: string, text: string): string[] => ['--service-account-key-file', file(name, text)];

describe('a refused start', () => {
	it.each([
		[['--emulated-version', '3.7'], '--emulated-version: release 3.7 is not known; known are 1.15'],
		[
			['--emulated-version', '1.24', '--feature-gates', 'Nope=true'],
			'--feature-gates: unrecognized feature gate: Nope (--emulated-version 1.24 --help lists the gates that can be set)',
		],
		[
			['--emulated-version', '1.24', '--show-hidden-metrics-for-version', '1.22'],
			"--show-hidden-metrics-for-version must be omitted or have the value '1.23'. Only the previous minor version is allowed",
		],
		[['--runtime-config', 'api/all=false'], '--runtime-config: invalid key with only api/all=false'],
		[['--runtime-config', 'apps/v9alpha1=true'], '"apps/v9alpha1" is not a version or a resource'],
		[['--runtime-config', 'nope/v1=false'], '"nope/v1" is not a version or a resource'],
		[['--authorization-mode', 'ABAC'], 'ABAC needs --authorization-policy-file'],
		[['--datastore', 'mysql://me:secret@host/db'], '"mysql://...@host/db" is not supported'],
		[['--controllers', 'nope'], 'unknown controller "nope"'],
		[['--enable-admission-plugins', 'Nope'], 'Nope'],
		[['--token-auth-file', '/nowhere/tokens.csv'], 'cannot read --token-auth-file'],
		[['--client-ca-file', '/nowhere/ca.crt'], 'cannot read /nowhere/ca.crt'],
		[['--data-dir', '/dev/null/x'], 'cannot use /dev/null/x as --data-dir'],
		[['--data-dir', '/dev/null'], 'cannot use /dev/null as --data-dir: not a directory'],
		[['--data-dir', '/proc/here'], 'cannot use /proc/here as --data-dir'],
		[['--bind-address', '203.0.113.9'], 'is not an address of this machine'],
		[['--audit-policy-file', '/nowhere'], '--audit-policy-file /nowhere: ENOENT'],
		[['--audit-log-path', '/nowhere/audit.log'], 'cannot open --audit-log-path /nowhere/audit.log: ENOENT'],
		[['--audit-webhook-config-file', '/nowhere'], '--audit-webhook-config-file /nowhere: ENOENT'],
		[
			['--emulated-version', '1.25', '--feature-gates', 'AggregatedDiscoveryEndpoint=true'],
			'--feature-gates: unrecognized feature gate: AggregatedDiscoveryEndpoint',
		],
		[['--emulated-version', '1.25', '--feature-gates', 'DryRun=false'], '--feature-gates: cannot set feature gate DryRun to false, feature is locked to true'],
		[['--authorization-policy-file', '/nowhere/policies'], '--authorization-policy-file: valid only with --authorization-mode ABAC'],
		[['--authorization-mode', 'ABAC', '--authorization-policy-file', '/nowhere/policies'], 'cannot read --authorization-policy-file'],
		[['--authentication-token-webhook-version', 'v2'], 'expected v1 or v1beta1'],
		[['--authentication-token-webhook-config-file', '/nowhere'], '--authentication-token-webhook-config-file /nowhere'],
		[['--authentication-token-webhook-version', 'v1'], 'needs --authentication-token-webhook-config-file'],
		[['--service-account-signing-key-file', '/nowhere/sa.key'], 'cannot be read: ENOENT'],
		[['--service-account-issuer', 'a', '--service-account-issuer', 'a'], '--service-account-issuer'],
		[['--service-account-max-token-expiration', '59m'], '--service-account-max-token-expiration'],
	])('%j has a sentence', async (flags, sentence) => {
		await expect(start(...flags)).rejects.toThrow(sentence);
	});

	it.each([
		[
			'a public key that should sign',
			() => ['--service-account-signing-key-file', file('pub', rsa(2048).publicKey.export({ type: 'spki', format: 'pem' }).toString())],
			'no PEM private key found',
		],
		['no key at all', () => accountKey('text', 'hello'), 'no PEM key found'],
		['a short key', () => accountKey('short', pem(rsa(1024).privateKey)), 'expected an RSA key of at least 2048 bits'],
		[
			'a key for something else',
			() => accountKey('ed', pem(generateKeyPairSync('ed25519').privateKey)),
			'expected an RSA key, or an elliptic-curve key for P-256, P-384 or P-521',
		],
	])('%s has a sentence', async (_, flags, sentence) => {
		await expect(start(...flags())).rejects.toThrow(sentence);
	});

	it('leaves no open file or socket', async () => {
		await (await start()).close();
	});
});
