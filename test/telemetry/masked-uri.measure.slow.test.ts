/** Measures that masking a request's target takes time in proportion to its length. */
import { expect, it } from 'vitest';
import { maskedUri } from '../../runtime/telemetry/masked-uri.ts';

it.each(['a', 'eyJaaaaaaa.', 'bearer ', 'token&', '%', '&=', 'eyJ-.%2e'])('masks a target of 100,000 times %j in 200 ms', (piece) => {
	const begun = process.cpuUsage();
	maskedUri(`/${piece.repeat(100_000)}`, piece.repeat(100_000));
	const { user, system } = process.cpuUsage(begun);
	expect((user + system) / 1e3).toBeLessThan(200);
});
