/** Serves a handler over a separate listener, which is closed after each test. */
import { afterEach } from 'vitest';
import type { ApiResponse, Handler } from '../../runtime/api/request.ts';
import { type Client, type Fixture, start } from './fixture.ts';

/** Fixture of the running test. */
export let fixture: Fixture | undefined;
afterEach(async () => {
	await fixture?.close();
	fixture = undefined;
});

export async function serve(protocol: 'http1' | 'http2', handler: Handler, options?: Parameters<typeof start>[1]): Promise<Client> {
	fixture = await start(handler, options);
	return fixture[protocol];
}

export const text = (body: ApiResponse['body'], status = 200): ApiResponse => ({ status, headers: { 'content-type': 'text/plain' }, body });

export const megabytes = (n: number): Buffer => Buffer.alloc(n * 1024 * 1024, 'x');
