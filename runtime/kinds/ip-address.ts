/** IPAddress: its name is an IP address in canonical form. */
import type { IPAddress } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { invalidValue } from '../model/cause.ts';
import { ipProblem } from '../scalars/addresses.ts';

export const ipAddressHooks: KindHooks<IPAddress> = {
	validate({ metadata }) {
		const name = metadata?.name ?? '';
		const why = ipProblem(name);
		return why === undefined ? [] : [invalidValue('metadata.name', name, why)];
	},
};
