/** kubectl as users run it, command by command, with exit codes and output. The suite runs against every kubectl version found. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { verbs } from '../../runtime/model/verb.ts';
import { type Kubectl, minor, type RunOptions } from './kubectl.ts';
import { type Session, split, startSession } from './kubectl-session.ts';

export function kubectlSuite(kubectl: Kubectl): void {
	describe(`kubectl ${kubectl.version}`, () => {
		let session: Session;
		const ok: Session['ok'] = (command, options) => session.ok(command, options);
		const fails: Session['fails'] = (command, code) => session.fails(command, code);
		const file: Session['file'] = (name, text) => session.file(name, text);
		const invoke: Session['invoke'] = (args, options) => session.invoke(args, options);

		beforeAll(async () => {
			session = await startSession(kubectl);
		});
		afterAll(() => session.end());

		it('version', async () => {
			const { serverVersion } = JSON.parse(await ok('version -o json')) as { serverVersion: { major: string; minor: string } };
			expect(`${serverVersion.major}.${serverVersion.minor}`).toBe('1.25');
		});

		it.each([
			['v1', 'Nope'],
			['batch/v1beta1', 'CronJob'],
			['example.com/v1', 'Nope'],
		])('a kind that is not served: %s %s', async (apiVersion, kind) => {
			const path = file('unknown.yaml', `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`);
			for (const verb of apiVersion === 'v1' ? ['create', 'apply', 'delete'] : ['apply']) {
				expect(await fails(`${verb} -f ${path}`)).toMatch(
					new RegExp(`^error: (resource mapping not found|unable to recognize) .*no matches for kind "${kind}" in version "${apiVersion}"`),
				);
			}
		});

		it('api-versions and api-resources', async () => {
			expect((await ok('api-versions')).trim().split('\n').sort()).toEqual(
				[
					'admissionregistration.k8s.io/v1',
					'apiextensions.k8s.io/v1',
					'apiregistration.k8s.io/v1',
					'apps/v1',
					'authentication.k8s.io/v1',
					'authorization.k8s.io/v1',
					'autoscaling/v1',
					'autoscaling/v2',
					'autoscaling/v2beta2',
					'batch/v1',
					'certificates.k8s.io/v1',
					'coordination.k8s.io/v1',
					'discovery.k8s.io/v1',
					'events.k8s.io/v1',
					'flowcontrol.apiserver.k8s.io/v1beta1',
					'flowcontrol.apiserver.k8s.io/v1beta2',
					'networking.k8s.io/v1',
					'node.k8s.io/v1',
					'policy/v1',
					'rbac.authorization.k8s.io/v1',
					'scheduling.k8s.io/v1',
					'storage.k8s.io/v1',
					'storage.k8s.io/v1beta1',
					'v1',
				].sort(),
			);
			const rows = (await ok('api-resources --no-headers -o wide'))
				.trim()
				.split('\n')
				.map((line) => line.trim().split(/\s+/));
			const configmaps = rows.find(([name]) => name === 'configmaps');
			expect(configmaps?.slice(1, 5)).toEqual(['cm', 'v1', 'true', 'ConfigMap']);
			expect(configmaps?.join(' ')).toContain(verbs.join(','));
			const names = rows.map(([name]) => name);
			expect(names).toEqual(
				expect.arrayContaining([
					'namespaces',
					'nodes',
					'secrets',
					'serviceaccounts',
					'events',
					'pods',
					'persistentvolumes',
					'persistentvolumeclaims',
					'deployments',
					'leases',
					'ingresses',
					'storageclasses',
					'csidrivers',
					'csinodes',
				]),
			);
			expect((await ok('api-resources --namespaced=false -o name')).trim().split('\n').sort()).toEqual(
				[
					'apiservices.apiregistration.k8s.io',
					'certificatesigningrequests.certificates.k8s.io',
					'clusterrolebindings.rbac.authorization.k8s.io',
					'clusterroles.rbac.authorization.k8s.io',
					'componentstatuses',
					'csidrivers.storage.k8s.io',
					'csinodes.storage.k8s.io',
					'customresourcedefinitions.apiextensions.k8s.io',
					'flowschemas.flowcontrol.apiserver.k8s.io',
					'ingressclasses.networking.k8s.io',
					'mutatingwebhookconfigurations.admissionregistration.k8s.io',
					'namespaces',
					'nodes',
					'persistentvolumes',
					'priorityclasses.scheduling.k8s.io',
					'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
					'runtimeclasses.node.k8s.io',
					'selfsubjectaccessreviews.authorization.k8s.io',
					'selfsubjectrulesreviews.authorization.k8s.io',
					'storageclasses.storage.k8s.io',
					'subjectaccessreviews.authorization.k8s.io',
					'validatingwebhookconfigurations.admissionregistration.k8s.io',
					'tokenreviews.authentication.k8s.io',
					'volumeattachments.storage.k8s.io',
				].sort(),
			);
		});

		it('explain', async () => {
			const top = await ok('explain configmap');
			expect(top).toMatch(/KIND:\s+ConfigMap/);
			expect(top).toMatch(/binaryData\s+<map\[string\]string>/);
			expect(await ok('explain configmap.immutable')).toMatch(/boolean/);
			expect(await ok('explain pod.spec.containers.ports.containerPort')).toMatch(/integer/);
			expect(await ok('explain deployment --recursive')).toMatch(/matchLabels/);
			expect(await fails('explain configmap.nothing')).toMatch(/field "nothing" does not exist/);
		});

		it('create, get in every form, and a missing one', async () => {
			expect(await ok('create namespace work')).toBe('namespace/work created\n');
			expect(await fails('create namespace work')).toBe('Error from server (AlreadyExists): namespaces "work" already exists\n');
			mkdirSync(join(session.folder, 'files'), { recursive: true });
			file('files/plain.txt', 'hello\n');
			writeFileSync(join(session.folder, 'files/binary.bin'), Buffer.from([0xff, 0xfe, 0, 1, 2]));
			expect(await ok(`create configmap settings -n work --from-file=${join(session.folder, 'files')} --from-literal=color=blue`)).toBe(
				'configmap/settings created\n',
			);
			const stored = JSON.parse(await ok('get configmap settings -n work -o json')) as { data: object; binaryData: object };
			expect(stored.data).toEqual({ color: 'blue', 'plain.txt': 'hello\n' });
			expect(stored.binaryData).toEqual({ 'binary.bin': '//4AAQI=' });
			expect(await ok('create secret generic token -n work --from-literal=password=hunter2')).toBe('secret/token created\n');
			expect(await ok('get secret token -n work -o jsonpath={.data.password}')).toBe(Buffer.from('hunter2').toString('base64'));
			expect(await ok('get cm settings -n work')).toMatch(/^NAME\s+DATA\s+AGE\nsettings\s+3\s+\d+s\n$/);
			expect(await ok('get secret -n work')).toMatch(/^NAME\s+TYPE\s+DATA\s+AGE\ntoken\s+Opaque\s+1\s+\d+s\n$/);
			expect(await ok('get cm settings -n work -o wide')).toMatch(/^NAME\s+DATA\s+AGE/);
			expect(await ok('get cm settings -n work -o yaml')).toMatch(/^apiVersion: v1\nbinaryData:\n {2}binary.bin: \/\/4AAQI=\ndata:\n {2}color: blue\n/);
			// List items come without kind and apiVersion; kubectl adds both.
			const listed = parse(await ok('get cm -n work -o yaml')) as { items: { kind: string; apiVersion: string }[] };
			expect(listed.items.map(({ kind, apiVersion }) => `${apiVersion} ${kind}`)).toEqual(listed.items.map(() => 'v1 ConfigMap'));
			expect(await ok('get cm settings -n work -o name')).toBe('configmap/settings\n');
			expect(await fails('get configmap nope -n work')).toBe('Error from server (NotFound): configmaps "nope" not found\n');
			expect(await fails('create configmap x -n nowhere --from-literal=a=b')).toMatch(/namespaces "nowhere" not found/);
			expect(await ok('get ns work')).toMatch(/^NAME\s+STATUS\s+AGE\nwork\s+Active\s+\d+s\n$/);
		});

		it('get across namespaces with selectors', async () => {
			await ok('create namespace other');
			const map = (name: string, of: string, tier: string) =>
				`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${of}, labels: {tier: ${tier}}}\n`;
			const maps = [map('a', 'work', 'front'), map('b', 'work', 'back'), map('c', 'other', 'front')];
			expect(await ok(`create -f ${file('tiers.yaml', maps.join('---\n'))}`)).toBe('configmap/a created\nconfigmap/b created\nconfigmap/c created\n');
			expect(namesOf(await ok('get cm -A -l tier=front --no-headers'))).toEqual(['other/c', 'work/a']);
			expect(namesOf(await ok('get cm -A -l tier=front --field-selector metadata.namespace!=other --no-headers'))).toEqual(['work/a']);
			expect(namesOf(await ok('get cm -A -l tier --field-selector metadata.name=b --no-headers'))).toEqual(['work/b']);
			expect((await invoke(split('get cm -n work -l tier=none'))).stderr).toBe('No resources found in work namespace.\n');
			expect(await fails('get cm -A --field-selector spec.x=1')).toMatch(/"spec\.x" is not a known field selector/);
			expect(await ok('get cm -n work -l tier --show-labels --no-headers')).toMatch(/tier=front/);
			expect(namesOf(await ok('get cm -A -l tier --sort-by=.metadata.name --no-headers')).map((name) => name.split('/')[1])).toEqual(['a', 'b', 'c']);
		});

		it('apply, client side: creates, changes nothing, configures, and removes dropped fields', async () => {
			const path = file('apply.yaml', manifest({ a: '1', b: '2' }));
			expect(await ok(`apply -f ${path}`)).toBe('configmap/applied created\n');
			expect(await ok(`apply -f ${path}`)).toBe('configmap/applied unchanged\n');
			file('apply.yaml', manifest({ a: '3' }));
			expect(await ok(`apply -f ${path}`)).toBe('configmap/applied configured\n');
			expect(JSON.parse(await ok('get cm applied -n work -o json')).data).toEqual({ a: '3' });
			expect(await fails(`apply -f ${file('bad.yaml', manifest({ a: '1' }).replace('\ndata:', '\ndataa:'))}`)).toMatch(/unknown field "dataa"/);
		});

		it('apply of a Deployment merges containers by name', async () => {
			const path = file('deployment.yaml', deployment('1'));
			expect(await ok(`apply -f ${path}`)).toBe('deployment.apps/web created\n');
			await ok(`patch deployment web -n work -p ${JSON.stringify('{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"side:1"}]}}}}')}`);
			file('deployment.yaml', deployment('2'));
			expect(await ok(`apply -f ${path}`)).toBe('deployment.apps/web configured\n');
			expect(await ok('get deployment web -n work -o jsonpath={.spec.template.spec.containers[*].image}')).toMatch(/^(side:1 web:2|web:2 side:1)$/);
			expect(await ok('get deploy web -n work')).toMatch(/^NAME\s+READY\s+UP-TO-DATE\s+AVAILABLE\s+AGE\nweb\s+0\/2\s+0\s+0\s+\d+s\n$/);
			expect(await ok('get deploy web -n work -o wide')).toMatch(/CONTAINERS\s+IMAGES\s+SELECTOR/);
			expect(await ok('scale deployment web -n work --replicas=5')).toBe('deployment.apps/web scaled\n');
			expect(await ok('get deployment web -n work -o jsonpath={.spec.replicas}')).toBe('5');
		});

		it('diff', async () => {
			const path = file('apply.yaml', manifest({ a: '4' }));
			const { code, stdout } = await invoke(['diff', '-f', path]);
			expect(code).toBe(1);
			expect(stdout).toMatch(/^-\s+a: "3"$/m);
			expect(stdout).toMatch(/^\+\s+a: "4"$/m);
			expect(await ok('get cm applied -n work -o jsonpath={.data.a}')).toBe('3');
		});

		it('label, annotate and their refusals', async () => {
			expect(await ok('label cm applied -n work tier=front')).toBe('configmap/applied labeled\n');
			expect(await fails('label cm applied -n work tier=back')).toMatch(/already has a value/);
			expect(await ok('label cm applied -n work tier=back --overwrite')).toBe('configmap/applied labeled\n');
			expect(await ok('label cm applied -n work tier-')).toBe('configmap/applied unlabeled\n');
			expect(await ok('annotate cm applied -n work note=hello')).toMatch(/^configmap\/applied annotated?\n$/);
			expect(await fails('label cm applied -n work bad=-no-')).toMatch(/a valid label must be/);
		});

		it('patch in its three types', async () => {
			expect(await ok(`patch cm applied -n work -p ${JSON.stringify('{"data":{"s":"1"}}')}`)).toBe('configmap/applied patched\n');
			expect(await ok(`patch cm applied -n work --type=merge -p ${JSON.stringify('{"data":{"m":"2","s":null}}')}`)).toBe('configmap/applied patched\n');
			expect(
				await ok(`patch cm applied -n work --type=json -p ${JSON.stringify('[{"op":"add","path":"/data/j","value":"3"},{"op":"remove","path":"/data/m"}]')}`),
			).toBe('configmap/applied patched\n');
			expect(JSON.parse(await ok('get cm applied -n work -o json')).data).toEqual({ a: '3', j: '3' });
			expect(await fails(`patch cm applied -n work --type=json -p ${JSON.stringify('[{"op":"test","path":"/data/a","value":"no"}]')}`)).not.toBe('');
		});

		it('edit with a scripted editor', async () => {
			const editor = file('editor.sh', '#!/bin/sh\nsed -i "s/a: \\"3\\"/a: edited/" "$1"\n');
			const { code, stdout } = await invoke(split('edit cm applied -n work'), { env: { KUBE_EDITOR: `sh ${editor}` } });
			expect({ code, stdout }).toEqual({ code: 0, stdout: 'configmap/applied edited\n' });
			expect(await ok('get cm applied -n work -o jsonpath={.data.a}')).toBe('edited');
		});

		it('replace, and a conflict on an old version', async () => {
			const current = JSON.parse(await ok('get cm applied -n work -o json')) as { metadata: { resourceVersion: string }; data: Record<string, string> };
			current.data = { replaced: 'yes' };
			const path = file('replace.json', JSON.stringify(current));
			expect(await ok(`replace -f ${path}`)).toBe('configmap/applied replaced\n');
			current.data = { replaced: 'again' };
			file('replace.json', JSON.stringify(current));
			expect(await fails(`replace -f ${path}`)).toMatch(/the object has been modified; please apply your changes to the latest version/);
		});

		it('get --watch shows changes', async () => {
			const seen = await invoke(split('get cm -n work -l watched=yes --watch --no-headers -o name'), {
				timeoutMs: 20_000,
				onOutput: (text, stop) => {
					if (text.split('\n').length > 2) stop();
				},
				...(await startAfterWatch(ok)),
			});
			expect(seen.stdout.split('\n').slice(0, 2)).toEqual(['configmap/watched', 'configmap/watched']);
		});

		it('describe', async () => {
			expect(await ok('describe cm applied -n work')).toMatch(/Name:\s+applied\nNamespace:\s+work\n/);
			expect(await ok('describe secret token -n work')).toMatch(/password:\s+7 bytes/);
			expect(await ok('describe deployment web -n work')).toMatch(/Replicas:\s+5 desired/);
			expect(await ok('describe namespace work')).toMatch(/Status:\s+Active/);
		});

		it.each(['background', 'foreground', 'orphan'])('delete --cascade=%s', async (cascade) => {
			const name = `owner-${cascade}`;
			const uid = await ok(`create cm ${name} -n work -o jsonpath={.metadata.uid}`);
			const owner = `{apiVersion: v1, kind: ConfigMap, name: ${name}, uid: ${uid}, blockOwnerDeletion: true}`;
			const names = [`${cascade}-1`, `${cascade}-2`];
			const children = names.map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: work, ownerReferences: [${owner}]}\n`);
			await ok(`create -f ${file('children.yaml', children.join('---\n'))}`);
			expect(await ok(`delete cm ${name} -n work --cascade=${cascade}`)).toMatch(new RegExp(`^configmap "${name}" deleted`));
			if (cascade === 'background') await ok(`wait --for=delete ${names.map((one) => `cm/${one}`).join(' ')} -n work --timeout=20s`);
			const left = await ok(`get cm ${name} ${names.join(' ')} -n work --ignore-not-found -o jsonpath={.items[*].metadata}`);
			expect(left).not.toContain(`"${name}"`);
			expect(names.map((name) => left.includes(`"${name}"`))).toEqual(names.map(() => cascade === 'orphan'));
		});

		it('delete by name, label and file, and wait for it', async () => {
			expect(await ok('delete cm a -n work')).toMatch(/^configmap "a" deleted/);
			expect(await ok('delete cm -n work -l tier=back')).toMatch(/^configmap "b" deleted/);
			expect(await ok(`delete -f ${file('apply.yaml', manifest({}))}`)).toMatch(/^configmap "applied" deleted/);
			expect(await fails('delete cm a -n work')).toMatch(/configmaps "a" not found/);
			expect(await ok('delete cm a -n work --ignore-not-found')).toBe('');
			await ok('create configmap held -n work --from-literal=a=b');
			await ok(`patch cm held -n work --type=merge -p ${JSON.stringify('{"metadata":{"finalizers":["example.com/hold"]}}')}`);
			await ok('delete cm held -n work --wait=false');
			expect(await ok('get cm held -n work -o jsonpath={.metadata.deletionTimestamp}')).toMatch(/^\d{4}-/);
			const waiting = ok('wait --for=delete cm/held -n work --timeout=20s');
			await ok(`patch cm held -n work --type=merge -p ${JSON.stringify('{"metadata":{"finalizers":null}}')}`);
			await waiting;
			expect(await fails('get cm held -n work')).toMatch(/not found/);
		});

		it('dry runs change nothing', async () => {
			expect(await ok('create configmap dry -n work --from-literal=a=b --dry-run=server')).toBe('configmap/dry created (server dry run)\n');
			expect(await fails('get cm dry -n work')).toMatch(/not found/);
			expect(await ok('delete cm settings -n work --dry-run=server')).toMatch(/^configmap "settings" deleted.*\(server dry run\)/);
			await ok('get cm settings -n work');
		});

		it('deleting a namespace removes its content; a file that begins with its namespace is deleted completely', async () => {
			const maps = ['a', 'b', 'c', 'd', 'e'].map((name) => `---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: ${name}, namespace: filed}\n`);
			const path = file('filed.yaml', `kind: Namespace\napiVersion: v1\nmetadata: {name: filed}\n${maps.join('')}`);
			await ok(`create -f ${path}`);
			const [work, filed] = await Promise.all([ok('delete namespace work --timeout=25s'), ok(`delete -f ${path} --timeout=25s`)]);
			expect(work).toMatch(/^namespace "work" deleted/);
			expect(filed.match(/deleted/g)).toHaveLength(6);
			expect(await fails('get ns filed')).toMatch(/not found/);
			expect(await fails('get ns work')).toMatch(/not found/);
			expect((await invoke(split('get cm,secret,deploy -n work'))).stderr).toMatch(/No resources found/);
			expect(await fails('delete namespace default')).toMatch(/Forbidden/);
		});

		it('impersonates a user where that is permitted', async () => {
			expect(await fails('get cm -n default --as bob')).toMatch(/User "bob" cannot list resource "configmaps"/);
			expect(await fails('get cm -n default --as system:serviceaccount:default:default')).toMatch(/User "system:serviceaccount:default:default" cannot list/);
			await ok('get cm -n default --as bob --as-group system:masters');
			expect(await fails('get cm -n default --as-group system:masters')).toMatch(/without impersonating a user/);
		});

		if (minor(kubectl) >= 28) {
			it('auth whoami is refused in words while its kind is not served', async () => {
				expect(await fails('auth whoami')).not.toBe('');
			});
		}
	});
}

/** Returns `namespace/name` of each row. */
function namesOf(rows: string): string[] {
	return rows
		.trim()
		.split('\n')
		.map((row) => row.split(/\s+/).slice(0, 2).join('/'));
}

function manifest(data: Readonly<Record<string, string>>): string {
	const lines = Object.entries(data).map(([key, value]) => `  ${key}: "${value}"\n`);
	return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\n  namespace: work\ndata:\n${lines.join('')}`;
}

function deployment(tag: string): string {
	return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: work}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "web:${tag}"}
`;
}

/** Creates and changes the object that the watch must see. kubectl lists first, so a creation before or after the list shows either way. */
async function startAfterWatch(ok: (command: string) => Promise<string>): Promise<RunOptions> {
	await ok('create configmap watched -n work --from-literal=a=b');
	await ok('label cm watched -n work watched=yes');
	let changed = false;
	return {
		onOutput: (text, stop) => {
			if (!changed && text.includes('configmap/watched')) {
				changed = true;
				void ok('annotate cm watched -n work touched=yes');
			}
			if (text.split('\n').length > 2) stop();
		},
	};
}
