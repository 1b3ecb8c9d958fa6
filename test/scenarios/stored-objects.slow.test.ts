/** Tests `orch diff --objects`: compares changed specs with the objects of a built server, in its data directory and over its address. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { startCommands } from '../setup/commands.ts';
import { expecting, type Loose } from '../setup/loose.ts';
import type { Ended } from '../setup/packed-cli.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const files: Readonly<Record<string, string>> = {
	'bells/group.yaml': 'group: bells.example.com\nversions: [v1]\ndescription: What rings.\n',
	'bells/bell.yaml': `kind: Bell
names: {plural: bells}
scope: Namespaced
description: A bell.
versions:
  - {name: v1, storage: true}
schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        tone: {type: string, protobuf: 1, description: How it sounds.}
        size: {type: integer, protobuf: 2, minimum: 0, description: Size of the product.}
`,
	'bells/safe.yaml': `kind: Safe
names: {plural: safes}
scope: Namespaced
description: What nobody may read at rest.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        label: {type: string, protobuf: 1, description: What it says.}
        code: {type: string, protobuf: 2, writeOnly: true, description: What opens it.}
`,
};

const olderBell = `version: v1
types:
  Bell:
    type: object
    description: A bell.
    properties:
      spec: {$ref: types#/BellSpec, protobuf: 2, description: Desired state.}
  BellSpec:
    type: object
    description: Desired state.
    properties:
      tone: {type: string, protobuf: 1, description: How it sounds.}
      size: {type: integer, protobuf: 2, minimum: 0, description: Size of the product.}
`;

const hook = `import type { Hooks } from './orch/hook.ts';

export const hooks: Hooks['bells/bells'] = {
	convert: {
		v2: {
			toStorage: (object) => ({ ...object, spec: { size: Number(object.spec?.big ?? 0) } }),
			fromStorage: (object) => ({ ...object, spec: { big: String(object.spec?.size ?? 0) } }),
		},
	},
};
`;

let folder: string;
let server: ServerProcess;
const expectStatus = expecting(() => server);
const bell = (name: string) => `/apis/bells.example.com/v1/namespaces/default/bells${name && `/${name}`}`;

const commands = startCommands();

const orch = (...args: readonly string[]): Promise<Ended> =>
	commands.run({ args, cwd: folder, ...(server !== undefined && { env: { KUBECONFIG: server.kubeconfig } }) });

function write(root: string, path: string, text: string): void {
	mkdirSync(dirname(join(folder, root, path)), { recursive: true });
	writeFileSync(join(folder, root, path), text);
}

/** Copies the specs with their lock and replaces some text. */
function changed(root: string, path: string, ...pairs: readonly (readonly [string, string])[]): readonly string[] {
	cpSync(join(folder, 'specs'), join(folder, root), { recursive: true });
	let text = readFileSync(join(folder, root, path), 'utf8');
	for (const [from, to] of pairs) {
		expect(text).toContain(from);
		text = text.replace(from, () => to);
	}
	write(root, path, text);
	return ['diff', '--specs', root];
}

interface Told {
	readonly code: number;
	/** Findings as `sort field of KIND: names`. */
	readonly findings: readonly string[];
}

async function told(command: readonly string[], place: string): Promise<Told> {
	const { code, stdout, stderr } = await orch(...command, '--objects', place, '--json');
	expect(stderr).toBe('');
	const { findings } = JSON.parse(stdout) as { readonly findings: readonly Loose[] };
	return { code, findings: findings.map(({ sort, field, resource, names }) => `${sort} ${field} of ${resource}: ${names.join(' ')}`) };
}

/** Expects the same findings from the data directory and from the server. */
async function expectTold(command: readonly string[], expected: Told): Promise<void> {
	const [ofFolder, ofServer] = await Promise.all([told(command, server.dataDir), told(command, server.url)]);
	expect([ofFolder, ofServer]).toEqual([expected, expected]);
}

/** Specs that require a larger bell. */
const tighter = (): readonly string[] => changed('tighter', 'bells/bell.yaml', ['minimum: 0', 'minimum: 5']);

describe('orch diff --objects', { timeout: 180_000 }, () => {
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'orch-stored-'));
		for (const [path, text] of Object.entries(files)) write('specs', path, text);
		expect(await orch('lock', '--specs', 'specs')).toMatchObject({ code: 0 });
		expect(await orch('build', '--specs', 'specs', '--out', 'built')).toMatchObject({ code: 0 });
		server = await startServer(join(folder, 'built'));
		await expectStatus(201, 'POST', bell(''), { metadata: { name: 'large' }, spec: { size: 9 } });
		await expectStatus(201, 'POST', bell(''), { metadata: { name: 'small' }, spec: { size: 1, tone: 'c' } });
		await expectStatus(201, 'POST', '/apis/bells.example.com/v1/namespaces/default/safes', {
			metadata: { name: 'one' },
			spec: { label: 'hush-hush', code: 'xyzzy' },
		});
	}, 180_000);
	afterAll(async () => {
		await commands.end();
		await server.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	it('reports nothing for unchanged specs', () => expectTold(['diff', '--specs', 'specs'], { code: 0, findings: [] }));

	it('reports objects that a stricter rule refuses', async () => {
		const command = tighter();
		await expectTold(command, { code: 2, findings: ['invalid spec.size of bells.bells.example.com: default/small'] });
		const { code, stdout } = await orch(...command, '--objects', server.dataDir);
		expect([code, stdout]).toEqual([
			2,
			expect.stringMatching(
				/^bells\.bells\.example\.com: 2 objects, 1 becomes invalid\n {2}tighter\/bells\/bell\.yaml:16:9: invalid: spec\.size: Invalid value: must be greater than or equal to 5\n {6}.* accepts fewer values, was minimum 0, is minimum 5\n {6}1 object: default\/small\n.*: \d+ objects of \d+ kinds, 1 becomes invalid\n$/,
			),
		]);
	});

	it('reports data lost with a removed field', async () => {
		const command = changed('gone', 'bells/bell.yaml', ['        tone: {type: string, protobuf: 1, description: How it sounds.}\n', '']);
		await expectTold(command, { code: 2, findings: ['unknown spec.tone of bells.bells.example.com: default/small'] });
	});

	it('reports nothing for a renamed field that a version converts', async () => {
		const versions =
			'  - {name: v2, storage: true}\n  - name: v1\n    schema: {$ref: types#/v1.Bell}\n    converts:\n      - {here: spec.tone, storage: spec.sound}\n';
		const command = changed('renamed', 'bells/bell.yaml', ['  - {name: v1, storage: true}\n', versions], ['tone:', 'sound:']);
		write('renamed', 'bells/types/v1.yaml', olderBell);
		write('renamed', 'bells/group.yaml', files['bells/group.yaml']?.replace('[v1]', '[v1, v2]') ?? '');
		write('renamed', 'bells/safe.yaml', files['bells/safe.yaml'] ?? '');
		await expectTold(command, { code: 0, findings: [] });
	});

	it('lists objects that become unreadable when their version or kind is removed', async () => {
		const command = changed('dropped', 'bells/bell.yaml', ['name: v1', 'name: v2']);
		write('dropped', 'bells/group.yaml', files['bells/group.yaml']?.replace('[v1]', '[v2, v1]') ?? '');
		await expectTold(command, { code: 2, findings: ['versionGone  of bells.bells.example.com: default/large default/small'] });
		const without = changed('without', 'bells/bell.yaml');
		rmSync(join(folder, 'without/bells/bell.yaml'));
		await expectTold(without, { code: 2, findings: ['kindGone  of bells.bells.example.com: default/large default/small'] });
	});

	it('asks hooks that convert', async () => {
		const versions = '  - {name: v1, storage: true}\n  - name: v2\n    schema: {$ref: types#/v2.Bell}\n    converts: hook\n';
		const command = changed('hooked', 'bells/bell.yaml', ['  - {name: v1, storage: true}\n', versions]);
		const big = olderBell.replace(/ {6}tone.*\n/, '').replace('size: {type: integer, protobuf: 2, minimum: 0,', 'big: {type: string, protobuf: 1,');
		write('hooked', 'bells/types/v2.yaml', big.replace('version: v1', 'version: v2'));
		write('hooked', 'bells/group.yaml', files['bells/group.yaml']?.replace('[v1]', '[v1, v2]') ?? '');
		write('hooked', 'hooks/bell.ts', hook);
		await expectTold(command, { code: 1, findings: ['hidden spec.tone of bells.bells.example.com: default/small'] });
	});

	it('decrypts with the local key and shows no content', async () => {
		const command = changed('shorter', 'bells/safe.yaml', ['label: {type: string,', 'label: {type: string, maxLength: 3,']);
		await expectTold(command, { code: 2, findings: ['invalid spec.label of safes.bells.example.com: default/one'] });
		const { stdout } = await orch(...command, '--objects', server.dataDir, '--all');
		expect(stdout).toContain('invalid: spec.label: Too long\n');
		expect(stdout).not.toContain('hush');
		const copy = join(folder, 'copy');
		cpSync(server.dataDir, copy, { recursive: true });
		renameSync(join(copy, 'encryption.key'), join(folder, 'encryption.key'));
		const unread = await orch(...command, '--objects', copy);
		expect([unread.code, unread.stdout]).toEqual([
			3,
			expect.stringMatching(
				/safes\.bells\.example\.com: 1 object could not be looked at: they are encrypted with the key aesgcm:\w+:own, and it is not in copy\/encryption\.key\n/,
			),
		]);
		// A kind that has not changed is not reported.
		expect((await orch('diff', '--specs', 'specs', '--objects', copy)).code).toBe(0);
	});

	it('queries only a verified server, with the permissions of the user', async () => {
		const command = [...tighter(), '--objects', server.url];
		const config = parse(readFileSync(server.kubeconfig, 'utf8')) as Loose;
		const other = structuredClone(config);
		other.clusters[0].cluster['certificate-authority-data'] = readFileSync(join(server.dataDir, 'pki/admin.crt')).toString('base64');
		writeFileSync(join(folder, 'other.yaml'), stringify(other));
		const unproved = await orch(...command, '--kubeconfig', 'other.yaml');
		expect([unproved.code, unproved.stdout, unproved.stderr]).toEqual([3, '', expect.stringMatching(/^error: .*certificate/)]);
		const insecure = structuredClone(config);
		insecure.clusters[0].cluster = { server: server.url, 'insecure-skip-tls-verify': true };
		writeFileSync(join(folder, 'insecure.yaml'), stringify(insecure));
		expect((await orch(...command, '--kubeconfig', 'insecure.yaml')).stderr).toContain('insecure-skip-tls-verify');
		const { status } = await expectStatus(201, 'POST', '/api/v1/namespaces/default/serviceaccounts/default/token', { spec: {} });
		const stranger = structuredClone(config);
		stranger.users[0].user = { token: status.token };
		writeFileSync(join(folder, 'stranger.yaml'), stringify(stranger));
		const refused = await orch(...command, '--kubeconfig', 'stranger.yaml');
		expect([refused.code, refused.stdout]).toEqual([
			3,
			expect.stringContaining('bells.example.com/v1 bells cannot be listed: bells.bells.example.com is forbidden'),
		]);
	});

	it('reads a directory of a server that has stopped, which starts on it as before', async () => {
		const { dataDir } = server;
		await server.stop();
		expect(await told(tighter(), dataDir)).toEqual({ code: 2, findings: ['invalid spec.size of bells.bells.example.com: default/small'] });
		server = await startServer(join(folder, 'built'), { dataDir });
		expect((await expectStatus(200, 'GET', bell('small'))).spec).toEqual({ size: 1, tone: 'c' });
		expect(server.log()).toBe('');
	});
});
