import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import type { Flag } from '../../runtime/api/flag.ts';
import { anonymousAuth } from '../../runtime/auth/authn/anonymous.ts';
import { dataDirOf } from '../../runtime/server/flags/data-dir.ts';
import { helpText } from '../../runtime/server/flags/help.ts';
import { allFlags, readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';

function options(...args: string[]): ServerOptions {
	const command = readFlags(args);
	if (command.kind !== 'serve') throw new Error(`read as ${command.kind}`);
	return command.options;
}

describe('flags', () => {
	it('has defaults for all', () => {
		expect(options()).toMatchObject({
			dataDir: './.orch',
			securePort: 6443,
			bindAddress: '127.0.0.1',
			controllers: ['*'],
			authorizationMode: ['RBAC'],
			logLevel: 'warn',
		});
	});

	it.each<[string[], Partial<ServerOptions>]>([
		[['--secure-port', '0', '--data-dir=/x=y'], { securePort: 0, dataDir: '/x=y' }],
		[['--anonymous-auth', '--secure-port=1'], { securePort: 1 }],
		[['--anonymous-auth', 'true', '--secure-port', '1'], { securePort: 1 }],
		[['--help=false', '--version', 'false', '--secure-port=1'], { securePort: 1 }],
		[['--feature-gates=A=true,B=false', '--feature-gates', 'C'], { featureGates: { A: true, B: false, C: true } }],
		[['--runtime-config', 'apps/v1=false'], { runtimeConfig: { 'apps/v1': false } }],
		[['--runtime-config', 'apps/v1,v1/secrets=false'], { runtimeConfig: { 'apps/v1': true, 'v1/secrets': false } }],
		[['--shutdown-delay-duration', '1m30s', '--livez-grace-period=250ms'], { shutdownDelayMs: 90_000, livezGracePeriodMs: 250 }],
		[['--history', '90s'], { historyMs: 90_000 }],
		[['--request-timeout=24h'], { requestTimeoutMs: 86_400_000 }],
		[['--controllers', '*,-namespace'], { controllers: ['*', '-namespace'] }],
		[['--controllers=-*'], { controllers: ['-*'] }],
		[['--v=4'], { logLevel: 'debug' }],
		[['-v', '2'], { logLevel: 'info' }],
		[['--advertise-address', '192.0.2.1'], { advertiseAddress: '192.0.2.1' }],
		[['--advertise-address=fd00::1', '--service-cluster-ip-range=fd00::/112'], { advertiseAddress: 'fd00::1' }],
		[['--authorization-mode', 'AlwaysAllow'], { authorizationMode: ['AlwaysAllow'] }],
		[['--emulated-version', 'v1.21'], { emulatedVersion: '1.21' }],
		[['--allowed-websocket-origins', 'https://A.example,http://b.example:8080'], { allowedWebSocketOrigins: ['https://a.example', 'http://b.example:8080'] }],
		[['--allowed-websocket-origins=*'], { allowedWebSocketOrigins: ['*'] }],
	])('%j', (args, expected) => expect(options(...args)).toMatchObject(expected));

	it.each([
		[['--data-dirr', 'x'], 'unknown flag --data-dirr: did you mean --data-dir?'],
		[['--versoin'], 'unknown flag --versoin: did you mean --version?'],
		[['--help=maybe'], '--help "maybe": expected true or false'],
		[['--anonymous-auth', 'maybe'], '"maybe" is not a flag'],
		[['--nonsense'], 'unknown flag --nonsense (--help lists all flags)'],
		[['--tokenauthfile'], 'unknown flag --tokenauthfile: did you mean --token-auth-file?'],
		[['--secure-port'], '--secure-port needs a value (PORT)'],
		[['--data-dir', '--secure-port', '0'], '--data-dir needs a value (DIR)'],
		[['--bind-address', 'here'], '--bind-address "here": expected an IP address such as 127.0.0.1 or ::'],
		[['--advertise-address', 'fd00::1%eth0'], '--advertise-address "fd00::1%eth0": expected an IP address such as 192.0.2.1 or fd00::1'],
		[['--advertise-address=fd00::1'], '--advertise-address fd00::1 must have the IP family of the first --service-cluster-ip-range, 10.0.0.0/24'],
		[['--service-cluster-ip-range', '10.0.0.0/30'], '--service-cluster-ip-range "10.0.0.0/30": expected a network of at least 8 addresses'],
		[['--service-cluster-ip-range', '10.0.0.0/29,fd00::/126'], 'expected a network of at least 8 addresses'],
		[['--audit-log-mode', 'soon'], 'expected one of batch, blocking, blocking-strict'],
		[['--audit-log-format', 'legacy'], 'expected json'],
		[['--secure-port', 'http'], '--secure-port "http": expected a number from 0 to 65535'],
		[['--secure-port', '70000'], '--secure-port "70000": expected a number from 0 to 65535'],
		[['--anonymous-auth=maybe'], '--anonymous-auth "maybe": expected true or false'],
		[['--shutdown-delay-duration', '5'], '--shutdown-delay-duration "5": expected a duration from 0s to 1h0m0s, such as 1m30s'],
		[['--shutdown-delay-duration', '61m'], 'a duration from 0s to 1h0m0s'],
		[['--livez-grace-period=-1s'], 'a duration from 0s to 1h0m0s'],
		[['--request-timeout', '600h'], '--request-timeout "600h": expected a duration from 1s to 24h0m0s, such as 1m30s'],
		[['--request-timeout', '0'], 'a duration from 1s to 24h0m0s'],
		[['--history', '0'], '--history "0": expected a duration from 1s to 24h0m0s, such as 1m30s'],
		[['--request-timeout', '999ms'], 'a duration from 1s to 24h0m0s'],
		[['--emulated-version', 'new'], '--emulated-version "new": expected a release such as 1.25'],
		[['--feature-gates', 'A=yes'], '--feature-gates "A=yes": expected true or false'],
		[['--log-level', 'loud'], '--log-level "loud": expected one of silent, error, warn, info, requests, debug'],
		[['--allowed-websocket-origins', 'console.example.com'], 'expected origins such as https://console.example.com, or *, found "console.example.com"'],
		[['--allowed-websocket-origins', 'https://a.example/page'], 'found "https://a.example/page"'],
		[['--allowed-websocket-origins', 'https://*.example'], 'found "https://*.example"'],
		[['serve'], '"serve" is not a flag'],
		[['--authorization-mode=AlwaysAllow', '--anonymous-auth'], 'would allow all requests'],
		[['--tls-cert-file', 'x'], '--tls-cert-file and --tls-private-key-file must be given together'],
		[['--data-dir', ''], '--data-dir "": expected a value'],
	])('%j is refused in one sentence', (args, sentence) => {
		expect(() => readFlags(args)).toThrow(sentence);
	});

	it.each([
		[['--help'], 'help'],
		[['-h'], 'help'],
		[['--help=true'], 'help'],
		[['--help', 'true'], 'help'],
		[['--version'], 'version'],
		[['--version=true'], 'version'],
		[['--secure-port', '1', '--version=false', '--help'], 'help'],
	])('%j asks for %s', (args, kind) => expect(readFlags(args).kind).toBe(kind));

	it.each([
		[[], true],
		[['--anonymous-auth=false'], false],
		[['--anonymous-auth', 'false'], false],
		[['--anonymous-auth', '--secure-port=1'], true],
		[['--authorization-mode', 'AlwaysAllow'], false],
	])('%j: anonymous requests are let in: %j', (args, expected) => expect(options(...args).flags.of(anonymousAuth)).toBe(expected));

	it('flags belong to rows of registries, and an unowned flag cannot be requested', () => {
		const colour: Flag<string> = { name: 'colour', value: 'NAME', help: '', default: 'red', parse: (value) => value };
		const command = readFlags(['--colour', 'blue'], [...allFlags, colour]);
		expect(command).toMatchObject({ kind: 'serve' });
		if (command.kind === 'serve') expect(command.options.flags.of(colour)).toBe('blue');
		expect(() => readFlags(['--colour', 'blue'])).toThrow('unknown flag --colour');
		expect(() => options().flags.of(colour)).toThrow('belongs to no row');
	});

	it('the data dir is known before the line is read', () => {
		for (const args of [['--data-dir', '/x'], ['--data-dir=/x=y', '--v=2'], ['--data-dir', '/a', '--data-dir=/b'], []])
			expect(dataDirOf(args)).toBe(options(...args).dataDir);
	});

	it('help marks flags that need no value', () => {
		expect(helpText('node server.mjs', catalog)).toMatch(/ --anonymous-auth \[BOOL\] .* Default: true\./);
		expect(helpText('node server.mjs', catalog)).toContain('For a flag with [BOOL] (true or false), --flag alone means true.');
	});

	it('help shows the gates of the release given before it, or of the default release', () => {
		const shown = (...args: string[]): string => {
			const command = readFlags(args);
			return command.kind === 'help' ? helpText('node server.mjs', catalog, command) : command.kind;
		};
		expect(shown('--help')).toMatch(/feature gates of release 1\.25:\n(.*\n)* {2}APIListChunking +beta, default true\n/);
		expect(shown('--help')).not.toContain('AggregatedDiscoveryEndpoint');
		expect(shown('--emulated-version', '1.27', '--help')).toMatch(/release 1\.27:\n(.*\n)* {2}AggregatedDiscoveryEndpoint +beta, default true\n/);
		expect(shown('--emulated-version', '1.36', '--help')).not.toContain('APIListChunking');
		expect(() => shown('--emulated-version', '9.9', '--help')).toThrow('release 9.9 is not known');
		expect(shown('--help')).toMatch(/--runtime-config .*Alpha versions, and versions whose specs say so, are off by default; all others are on\./);
	});

	it('help names the stage of every flag, and deprecations', () => {
		const flag = (name: string, more: Partial<Flag<string>>): Flag<string> => ({
			name,
			value: 'NAME',
			help: 'A name.',
			default: '',
			parse: (value) => value,
			...more,
		});
		const old = flag('old', { deprecated: { since: '1.26', instead: 'use --new' } });
		const help = helpText('node server.mjs', catalog, {}, [old, flag('some', { stage: 'beta' }), flag('risky', { stage: 'alpha' })]);
		const part = (stage: string): string => new RegExp(`${stage} flags, [^\\n]*:\n((?: {2}[^\\n]*\n)*)`).exec(help)?.[1] ?? '';
		expect(part('Stable')).toMatch(/^ {2}--old NAME +A name\. Deprecated since 1\.26: use --new\.\n {2}--v N /);
		expect(part('Beta')).toMatch(/^ {2}--some NAME +A name\.\n$/);
		expect(part('Alpha')).toMatch(/^ {2}--risky NAME +A name\.\n$/);
		expect(helpText('node server.mjs', catalog)).toMatch(/\nBeta flags, [^\n]*:\n(.*\n)* {2}--enable-trpc /);
		expect(helpText('node server.mjs', catalog)).not.toContain('Alpha flags');
	});

	it('a deprecated flag warns once when it is given', () => {
		const old: Flag<string> = {
			name: 'old',
			value: 'NAME',
			help: '',
			default: '',
			deprecated: { since: '1.26', instead: 'use --new' },
			parse: (value) => value,
		};
		const warnings = (...args: string[]): readonly string[] | undefined => {
			const command = readFlags(args, [...allFlags, old]);
			return command.kind === 'serve' ? command.options.warnings : undefined;
		};
		expect(warnings('--old', 'a', '--old=b')).toEqual(['--old has been deprecated since 1.26: use --new']);
		expect(warnings('--secure-port=0')).toEqual([]);
	});

	it('help names every flag once, in columns', () => {
		const help = helpText('node server.mjs', catalog);
		expect(help).toContain('  --data-dir DIR ');
		expect(new Set(help.split('\n').map((line) => line.trim().split(' ')[0])).size).toBeGreaterThan(20);
		expect(readFlags(['--secure-port', '1', '--help']).kind).toBe('help');
	});
});
