import { describe, expect, it } from 'vitest';
import { maskedUri } from '../../runtime/telemetry/masked-uri.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl';

describe('the target of a request in a log', () => {
	it.each([
		['', '/api/v1/pods'],
		['watch=1&resourceVersion=7&continue=eyJ2IjoxfQ', '/api/v1/pods?watch=1&resourceVersion=7&continue=eyJ2IjoxfQ'],
		['labelSelector=app%3Dshop,tier+in+(a,b)&limit=500', '/api/v1/pods?labelSelector=app%3Dshop,tier+in+(a,b)&limit=500'],
		['fieldSelector=metadata.name%3Dkeys&fieldManager=codes', '/api/v1/pods?fieldSelector=metadata.name%3Dkeys&fieldManager=codes'],
	])('is as it was sent: %j', (query, uri) => {
		expect(maskedUri('/api/v1/pods', query)).toBe(uri);
	});

	it.each([
		'token=hunter2',
		'access_token=hunter2',
		'ACCESS_TOKEN=hunter2',
		'to%6ben=hunter2',
		'%74oken=hunter2',
		'a=1&id_token=hunter2&b=2',
		'token=a&token=hunter2',
		'password=hunter2',
		'pass=hunter2',
		'client_secret=hunter2',
		'authorization=Bearer%20hunter2',
		'x=Bearer%20hunter2',
		'x=bearer+hunter2',
		'apiKey=hunter2',
		'api_key=hunter2',
		'code=hunter2',
		'user[key]=hunter2',
		'X-Amz-Signature=hunter2',
		'%zz=hunter2',
		'Bearer hunter2',
		`x=${jwt}`,
		`x=${jwt.replaceAll('.', '%2E')}`,
		jwt,
	])('contains no secret: %s', (query) => {
		expect(maskedUri('/api/v1/pods', query)).not.toMatch(/hunter2|eyJhbG|eyJzdWI|c2lnbmF0/);
		expect(maskedUri('/api/v1/pods', query)).toContain('***');
	});

	it('contains no token of a path', () => {
		expect(maskedUri(`/api/v1/${jwt}/x`, '')).toBe('/api/v1/***/x');
	});

	it.each(['a', 'eyJaaaaaaa.', 'bearer ', 'token&', '%', '&=', 'eyJ-.%2e'])('is cut when it is 10,000 times %j', (piece) => {
		expect(maskedUri(`/${piece.repeat(10_000)}`, piece.repeat(10_000)).length).toBeLessThan(2_100);
	});
});
