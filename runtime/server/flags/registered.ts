/** Flags that registry rows bring along. A new row needs no change here; a new registry does. */
import { admissionFlags } from '../../admission/flags.ts';
import { admissionPlugins } from '../../admission/plugins/index.ts';
import { aggregationFlags } from '../../aggregation/flags.ts';
import type { Flag } from '../../api/flag.ts';
import { auditBackends, auditFlags } from '../../auth/audit/index.ts';
import { authenticators } from '../../auth/authn/index.ts';
import { authorizers } from '../../auth/authz/index.ts';
import { controllerFlags } from '../../controllers/index.ts';
import { engines } from '../../storage/index.ts';

interface Row {
	readonly flags?: readonly Flag<unknown>[];
}

const registries: readonly (readonly Row[])[] = [engines, authenticators, authorizers, auditBackends, admissionPlugins];

export const registeredFlags: readonly Flag<unknown>[] = registries
	.flatMap((rows) => rows.flatMap(({ flags }) => flags ?? []))
	.concat(auditFlags, admissionFlags, aggregationFlags, controllerFlags);
