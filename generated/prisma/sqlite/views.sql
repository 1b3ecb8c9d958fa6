-- Generated from the specs. Edit those: this file is overwritten.
-- Reporting views over the table of objects, one per kind. They hold no data: the server makes them anew at start.
-- Words in braces name the vocabulary and are replaced before this runs.

CREATE VIEW "core_configmaps" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object ->> '$."immutable"' AS "immutable",
  object -> '$."data"' AS "data",
  object -> '$."binaryData"' AS "binaryData",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'configmaps');

CREATE VIEW "storage_csidrivers" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'csidrivers.storage.{groupDomain}');

CREATE VIEW "storage_csinodes" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'csinodes.storage.{groupDomain}');

CREATE VIEW "apps_deployments" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'deployments.apps');

CREATE VIEW "core_events" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."involvedObject"' AS "involvedObject",
  object ->> '$."reason"' AS "reason",
  object ->> '$."message"' AS "message",
  object -> '$."source"' AS "source",
  object ->> '$."firstTimestamp"' AS "firstTimestamp",
  object ->> '$."lastTimestamp"' AS "lastTimestamp",
  object ->> '$."count"' AS "count",
  object ->> '$."type"' AS "type",
  object ->> '$."eventTime"' AS "eventTime",
  object -> '$."series"' AS "series",
  object ->> '$."action"' AS "action",
  object -> '$."related"' AS "related",
  object ->> '$."reportingComponent"' AS "reportingComponent",
  object ->> '$."reportingInstance"' AS "reportingInstance",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'events');

CREATE VIEW "networking_ingresses" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'ingresses.networking.{groupDomain}');

CREATE VIEW "coordination_leases" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'leases.coordination.{groupDomain}');

CREATE VIEW "core_namespaces" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'namespaces');

CREATE VIEW "core_persistentvolumeclaims" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'persistentvolumeclaims');

CREATE VIEW "core_persistentvolumes" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'persistentvolumes');

CREATE VIEW "core_pods" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'pods');

CREATE VIEW "core_secrets" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object ->> '$."immutable"' AS "immutable",
  object -> '$."data"' AS "data",
  object ->> '$."type"' AS "type",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'secrets');

CREATE VIEW "core_serviceaccounts" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object -> '$."secrets"' AS "secrets",
  object -> '$."imagePullSecrets"' AS "imagePullSecrets",
  object ->> '$."automountServiceAccountToken"' AS "automountServiceAccountToken",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'serviceaccounts');

CREATE VIEW "storage_storageclasses" AS SELECT
  object ->> '$."metadata"."uid"' AS "uid",
  namespace AS "namespace",
  name AS "name",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  object ->> '$."metadata"."creationTimestamp"' AS "created_at",
  object ->> '$."metadata"."deletionTimestamp"' AS "deleted_at",
  revision AS "revision",
  CAST(object ->> '$."metadata"."generation"' AS INTEGER) AS "generation",
  object ->> '$."provisioner"' AS "provisioner",
  object -> '$."parameters"' AS "parameters",
  object ->> '$."reclaimPolicy"' AS "reclaimPolicy",
  object -> '$."mountOptions"' AS "mountOptions",
  object ->> '$."allowVolumeExpansion"' AS "allowVolumeExpansion",
  object ->> '$."volumeBindingMode"' AS "volumeBindingMode",
  object -> '$."allowedTopologies"' AS "allowedTopologies",
  object AS "object"
FROM (SELECT namespace, name, revision, CAST(bytes AS TEXT) AS object FROM objects WHERE resource = 'storageclasses.storage.{groupDomain}');
