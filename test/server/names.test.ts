/** Tests object names that are not domain names: any object that can be created can be addressed afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perNamespace } from '../../runtime/controllers/per-namespace.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const events = '/api/v1/namespaces/default/events';
let stack: TestStack;
beforeAll(async () => {
	stack = await startTestStack();
});
afterAll(() => stack.close());

const make = (name: string) => stack.ask('POST', events, { metadata: { name, namespace: 'default' }, involvedObject: { namespace: 'default' } });

describe('the name of an event', () => {
	it.each([
		['that of a long object, with a time', `${'a.'.repeat(126)}a.16f2d3c4b5a69788`],
		['as long as can be', 'é'.repeat(512)],
		['with what is escaped', ` "?#&+;=@'{}${'"'.repeat(1000)}`],
	])('%s: it is read, listed page by page, and deleted', async (_, name) => {
		expect((await make(name)).status).toBe(201);
		expect((await make(`${name.slice(0, 5)}~`)).status).toBe(201);
		const path = `${events}/${encodeURIComponent(name)}`;
		expect((await stack.ask('GET', path)).json()).toMatchObject({ metadata: { name } });
		const seen: unknown[] = [];
		for (let token = '', more = true; more; ) {
			const page = await stack.ask('GET', `${events}?limit=1&continue=${token}`);
			expect([page.status, page.status === 200 ? '' : page.text]).toEqual([200, '']);
			const { items, metadata } = page.json() as { items: { metadata: { name: string } }[]; metadata: { continue?: string } };
			seen.push(...items.map((item) => item.metadata.name));
			token = metadata.continue ?? '';
			more = token !== '';
		}
		expect(seen).toContain(name);
		expect((await stack.ask('DELETE', path)).status).toBe(200);
	});

	it.each([
		['too long', 'é'.repeat(513), 'must be no more than 1024 characters'],
		['a backslash', 'a\\b', "may not contain '\\'"],
		['a line break', 'a\nb', 'may not contain control characters'],
		['a zero', 'a\0b', 'may not contain control characters'],
	])('is refused with %s', async (_, name, why) => {
		const { status, text } = await make(name);
		expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([422, expect.stringContaining(why)]);
	});
});

it('a controller gives no name that a client could not', async () => {
	const careless = perNamespace({
		name: 'careless',
		purpose: 'gives names that are too long',
		identity: 'careless-controller',
		rules: [{ verbs: ['create'], groups: [''], resources: ['configmaps'] }],
		storageName: 'configmaps',
		objectName: () => 'a'.repeat(254),
		content: () => ({}),
	});
	const other = await startTestStack({ controllers: [careless] });
	try {
		const { fields } = await other.untilLogged((line) => line.fields.controller === 'careless');
		expect(fields.error).toContain('metadata.name: Invalid value: "aaaa');
		expect(fields.error).toContain('must be no more than 253 characters');
	} finally {
		await other.close();
	}
});
