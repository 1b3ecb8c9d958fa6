/** Events expire a fixed time after their last change, also after a restart. */
import { expect, it, vi } from 'vitest';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const events = '/api/v1/namespaces/default/events';
const about = { kind: 'Pod', namespace: 'default', name: 'p' };
const make = (stack: TestStack, name: string) => stack.ask('POST', events, { metadata: { name }, involvedObject: about, reason: 'Tested' });
const names = async (stack: TestStack) =>
	((await stack.ask('GET', events)).json() as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }).items
		.map(({ metadata }) => metadata.name)
		.sort();
const merge = { 'content-type': 'application/merge-patch+json' };

it('events expire after their last change, and not before', async () => {
	const stack = await startTestStack({ args: ['--event-ttl', '2s'] });
	try {
		await make(stack, 'changed');
		await make(stack, 'left');
		const changing = setInterval(() => void stack.ask('PATCH', `${events}/changed`, { message: String(performance.now()) }, merge), 500);
		await vi.waitFor(async () => expect(await names(stack)).toEqual(['changed']), { timeout: 20_000, interval: 50 });
		clearInterval(changing);
		await vi.waitFor(async () => expect(await names(stack)).toEqual([]), { timeout: 20_000, interval: 50 });
		expect(stack.logged).toEqual([]);
	} finally {
		await stack.close();
	}
});

it('events that were written before a start expire after it', async () => {
	const before = await startTestStack({ shared: true });
	await make(before, 'a');
	const after = await startTestStack({ beside: before, args: ['--event-ttl', '2s'] });
	try {
		await vi.waitFor(async () => expect(await names(after)).toEqual([]), { timeout: 20_000, interval: 50 });
	} finally {
		await after.close();
		await before.close();
	}
});
