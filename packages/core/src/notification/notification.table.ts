/** A notification lies in its owner's partition; newer ids sort later. */
export interface NotificationRow {
  id: string;
  type: string;
  title: string;
  message: string;
  read: boolean;
  /** Unix epoch in milliseconds. */
  createdAt: number;
  reasonMessage?: string;
}
