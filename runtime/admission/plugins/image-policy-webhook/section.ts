/** Configuration of ImagePolicyWebhook: the backend, how long its answers are valid, and what happens when it fails. */
import { resolve } from 'node:path';
import type { Json } from '../../../model/catalog.ts';
import { type RemoteService, readRemoteService } from '../../../remote/service-file.ts';
import { ConfigError, mapAt, only, placeIn, textAt } from '../../../wire/config-parts.ts';
import type { PluginConfiguration } from '../../contract.ts';

export interface ImagePolicySettings {
	readonly service: RemoteService;
	/** Time for which an approval is valid. 0: it is not cached. */
	readonly allowMs: number;
	readonly denyMs: number;
	/** Pause before the first retry. Later ones are longer. */
	readonly retryMs: number;
	/** True when images are allowed if the backend fails. */
	readonly allowsOnFailure: boolean;
}

interface Range {
	readonly unit: string;
	readonly max: number;
	readonly otherwise: number;
}

const seconds = { unit: 'seconds', max: 30 * 60 };
const allowTtl: Range = { ...seconds, otherwise: 5 * 60 };
const denyTtl: Range = { ...seconds, otherwise: 30 };
const retryBackoff: Range = { unit: 'milliseconds', max: 5 * 60_000, otherwise: 500 };

export const imagePolicySection: PluginConfiguration<ImagePolicySettings> = {
	async read(section, where, { folder }) {
		only(section, where, ['imagePolicy']);
		const at = placeIn(where, 'imagePolicy');
		const map = mapAt(section.imagePolicy, at);
		only(map, at, ['kubeConfigFile', 'allowTTL', 'denyTTL', 'retryBackoff', 'defaultAllow']);
		const file = placeIn(at, 'kubeConfigFile');
		const path = resolve(folder, textAt(map.kubeConfigFile, file));
		const allowsOnFailure = map.defaultAllow ?? false;
		if (typeof allowsOnFailure !== 'boolean') throw new ConfigError(placeIn(at, 'defaultAllow'), 'expected true or false');
		return {
			allowMs: amountAt(map.allowTTL, placeIn(at, 'allowTTL'), allowTtl) * 1000,
			denyMs: amountAt(map.denyTTL, placeIn(at, 'denyTTL'), denyTtl) * 1000,
			retryMs: amountAt(map.retryBackoff, placeIn(at, 'retryBackoff'), retryBackoff),
			allowsOnFailure,
			service: await readRemoteService(path, path).catch((error: unknown) => {
				throw new ConfigError(file, (error as Error).message);
			}),
		};
	},
};

/** Reads an amount. 0 stands for the default, -1 for none. */
function amountAt(value: Json | undefined, where: string, { unit, max, otherwise }: Range): number {
	const amount = value ?? 0;
	if (amount === 0) return otherwise;
	if (amount === -1) return 0;
	if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 1 && amount <= max) return amount;
	throw new ConfigError(where, `expected a whole number of ${unit} from 1 to ${max}, or 0 for ${otherwise}, or -1 for none`);
}
