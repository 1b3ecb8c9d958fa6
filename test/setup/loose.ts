/** Requests whose responses are untyped, because the shape of the response is the subject of the test. */
import { expect } from 'vitest';
import type { ServerAdmin } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

/** Makes a request, asserts the status of the response, and returns its body. */
export type Expecting = (status: number, method: string, path: string, content?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Loose>;

export function expecting(server: () => ServerAdmin): Expecting {
	return async (status, method, path, content, headers) => {
		const answer = await server().call(method, path, content, headers);
		expect({ method, path, status: answer.status, text: answer.status === status ? '' : answer.text }).toEqual({ method, path, status, text: '' });
		return answer.text === '' ? undefined : answer.json();
	};
}

export const patchTypes = {
	merge: { 'content-type': 'application/merge-patch+json' },
	strategic: { 'content-type': 'application/strategic-merge-patch+json' },
	json: { 'content-type': 'application/json-patch+json' },
} as const;
