import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { credentialsIn, userNamed } from '../../../runtime/admission/webhooks/credentials.ts';
import { makeScratch } from '../../setup/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());

const nobody = { authorization: () => undefined };

function write(name: string, content: object): string {
	const file = join(scratch.path, name);
	writeFileSync(file, JSON.stringify(content));
	return file;
}

describe('the user for a webhook', () => {
	const users = new Map(['a.b.svc', 'a.b.svc:8443', '*.b.svc', '*.c.svc:9', '10.0.0.1:443'].map((name) => [name, name]));
	it.each([
		['a.b.svc:443', 'a.b.svc'],
		['a.b.svc:8443', 'a.b.svc:8443'],
		['x.b.svc:443', '*.b.svc'],
		['x.y.b.svc:443', '*.b.svc'],
		['x.b.svc:8443', undefined],
		['x.c.svc:9', '*.c.svc:9'],
		['10.0.0.1:443', '10.0.0.1:443'],
		['b.svc:443', undefined],
	])('%s is %s', (target, name) => {
		expect(userNamed(users, target)).toBe(name);
	});

	it('comes from the exact or wildcard entry, then from the current context, else there is none', async () => {
		const configured = (kubeconfig: object): Promise<(target: string) => { authorization(): unknown }> => {
			const kubeConfigFile = write('kubeconfig', { apiVersion: 'v1', kind: 'Config', ...kubeconfig });
			return credentialsIn({ kubeConfigFile }, '', nobody);
		};
		const users = [
			{ name: 'a.b.svc', user: { token: 'of-a' } },
			{ name: '*', user: { username: 'me', password: 'x' } },
			{ name: 'current', user: { token: 'of-context' } },
		];
		const userFor = await configured({ users });
		expect(userFor('a.b.svc:443').authorization()).toBe('Bearer of-a');
		expect(userFor('other:443').authorization()).toBe(`Basic ${Buffer.from('me:x').toString('base64')}`);
		const context = { contexts: [{ name: 'now', context: { user: 'current' } }], 'current-context': 'now' };
		expect((await configured({ users: [users[2]], ...context }))('other:443').authorization()).toBe('Bearer of-context');
		expect((await configured({ users: [] }))('other:443')).toBe(nobody);
	});
});
