/** The garbage collector in complete stacks: with several servers over one store, and with only the administrator authorized. */
import { expect, test } from 'vitest';
import { startTestStack, type TestStack } from '../server/stack-fixture.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const names = Array.from({ length: 15 }, (_, i) => `child-${i}`);

interface Made {
	readonly metadata: { readonly uid: string };
}

/** Creates an owner with blocking dependents; every third also has an owner that stays. */
async function build(stack: TestStack): Promise<void> {
	const reference = async (name: string) => {
		const { metadata } = (await stack.ask('POST', configMaps, { metadata: { name } })).json() as Made;
		return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: metadata.uid, blockOwnerDeletion: true };
	};
	const [owner, stays] = [await reference('owner'), await reference('stays')];
	for (const [at, name] of names.entries()) {
		const answer = await stack.ask('POST', configMaps, { metadata: { name, ownerReferences: at % 3 === 0 ? [owner, stays] : [owner] } });
		expect(answer.status, answer.text).toBe(201);
	}
}

/** Returns the names of the remaining dependents once their owner, or everything due for deletion, is gone. */
async function left(stack: TestStack, owner: string): Promise<readonly string[]> {
	let there: readonly string[] = [];
	const signal = AbortSignal.timeout(20_000);
	do {
		const list = (await stack.ask('GET', configMaps)).json() as { metadata: { resourceVersion: string }; items: readonly { metadata: { name: string } }[] };
		there = list.items.map(({ metadata }) => metadata.name);
		if (!there.includes(owner)) break;
		await stack.ask('GET', `${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=${list.metadata.resourceVersion}`);
	} while (!signal.aborted);
	expect(there).not.toContain(owner);
	return there.filter((name) => name.startsWith('child')).sort();
}

const shared = names.filter((_, at) => at % 3 === 0).sort();

test('two collectors over one store delete the same dependents', async () => {
	const first = await startTestStack({ shared: true });
	const second = await startTestStack({ beside: first });
	try {
		await build(first);
		await second.ask('DELETE', `${configMaps}/owner`, { propagationPolicy: 'Foreground' });
		expect(await left(first, 'owner')).toEqual(shared);
		expect(await left(second, 'owner')).toEqual(shared);
		expect([...first.logged, ...second.logged]).toEqual([]);
	} finally {
		await second.close();
		await first.close();
	}
});

test('the collector works where every other user is denied', async () => {
	const stack = await startTestStack({ args: ['--authorization-mode', 'AlwaysDeny'] });
	try {
		await build(stack);
		await stack.ask('DELETE', `${configMaps}/owner`, { propagationPolicy: 'Foreground' });
		expect(await left(stack, 'owner')).toEqual(shared);
		expect(stack.logged).toEqual([]);
	} finally {
		await stack.close();
	}
});

test('a dry run of a delete changes neither owner nor dependents', async () => {
	const stack = await startTestStack();
	try {
		await build(stack);
		for (const policy of ['Background', 'Foreground', 'Orphan']) {
			const answer = await stack.ask('DELETE', `${configMaps}/owner?dryRun=All`, { propagationPolicy: policy, dryRun: ['All'] });
			expect(answer.status).toBe(200);
		}
		await stack.ask('DELETE', `${configMaps}/owner`, { propagationPolicy: 'Orphan' });
		expect(await left(stack, 'owner')).toEqual([...names].sort());
	} finally {
		await stack.close();
	}
});
