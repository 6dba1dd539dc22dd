import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { may } from "@shardwatch/core/contract/people/roles";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";

const DeleteDialog = lazy(() => import("../selection/DeleteDialog.tsx"));

interface DeleteButtonProps {
  deployment: DeploymentListItem;
  /** The address of the list, which is shown after a deletion. */
  back: string;
}

/** Deletes the deployment after a confirmation; absent for people who may not. */
export function DeleteButton({ deployment, back }: DeleteButtonProps) {
  const navigate = useNavigate();
  const user = useUser();
  const [asking, setAsking] = useState(false);
  if (!user || !may(user.roles, "deleteDeployments")) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-3.5 text-bad" />
        Delete
      </Button>
      {asking && (
        <Suspense>
          <DeleteDialog
            deployment={deployment}
            onDeleted={() => {
              showSuccess(`Deployment ${deployment.name} deleted`);
              // Back must lead to the previous page, not to the deleted deployment.
              void navigate(back, { replace: true });
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
