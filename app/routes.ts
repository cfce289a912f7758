import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page address on one screen. Matched without regard to letter case; links keep these spellings. */
export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('auth', 'routes/auth/doors.tsx'),
    route('auth/signIn', 'routes/auth/sign-in.tsx'),
    route('restaurant/Guide', 'routes/public/guide.tsx'),
    route('farmer/Guide', 'routes/public/farmers-guide.tsx'),
    route('restaurant/Inquiry', 'routes/public/inquiry.tsx'),
    route('restaurant/Inquiry/done/:number', 'routes/public/inquiry-done.tsx'),
    route('restaurant/law', 'routes/public/law.tsx'),
    route('restaurant/PrivacyPolicy', 'routes/public/privacy-policy.tsx'),
    route('restaurant/UserPolicy', 'routes/public/user-policy.tsx'),
  ]),
  route('auth/signOut', 'routes/auth/sign-out.tsx'),
  route('looks', 'routes/looks.ts'),
  route('admin/looks', 'routes/looks.ts', { id: 'admin-looks' }),

  layout('routes/restaurant/layout.tsx', [
    route('restaurant/products', 'routes/restaurant/products.tsx'),
    route('restaurant/products/:id', 'routes/restaurant/product.tsx'),
    route('restaurant/farmers/:id', 'routes/restaurant/farmer.tsx'),
    layout('routes/restaurant/members.tsx', [
      route('restaurant', 'routes/restaurant/home.tsx'),
      route('restaurant/cart', 'routes/restaurant/cart.tsx'),
      route('restaurant/order', 'routes/restaurant/order.tsx'),
      route('restaurant/order/completed/:purchaseId', 'routes/restaurant/order-completed.tsx'),
      route('restaurant/order/History', 'routes/restaurant/history.tsx'),
      route('restaurant/orders/:id', 'routes/restaurant/order-detail.tsx'),
      route('restaurant/receiving/:id', 'routes/restaurant/receiving.tsx'),
      route('restaurant/kitchen', 'routes/restaurant/choose-kitchen.tsx'),
    ]),
  ]),

  layout('routes/farm/layout.tsx', [
    route('farmer', 'routes/farm/today.tsx'),
    route('farmer/orders', 'routes/farm/orders.tsx'),
    route('farmer/orders/:id', 'routes/farm/order.tsx'),
    route('farmer/shipments', 'routes/farm/shipments.tsx'),
    route('farmer/menu', 'routes/farm/menu.tsx'),
  ]),

  route('admin/signin', 'routes/staff/sign-in.tsx'),
  route('admin/orders.csv', 'routes/staff/orders-csv.ts'),
  layout('routes/staff/layout.tsx', [
    route('admin', 'routes/staff/home.tsx'),
    route('admin/orders', 'routes/staff/orders.tsx'),
    route('admin/orders/:id', 'routes/staff/order.tsx'),
    route('admin/inquiries', 'routes/staff/inquiries.tsx'),
    route('admin/inquiries/:id', 'routes/staff/inquiry.tsx'),
  ]),

  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('share/products/:id', 'routes/public/product-image.ts'),
  route('share/farmers/:id', 'routes/public/farm-image.ts'),

  route('test', 'routes/test/gallery.tsx'),
  route('test/check', 'routes/test/check.tsx'),
  route('test/guards/:name', 'routes/test/faults/guard.tsx'),
  route('test/faults/inside', 'routes/test/faults/inside-error.tsx'),
  route('test/faults/:kind', 'routes/test/faults/fault.tsx'),
  route('test/form', 'routes/test/form.tsx'),
  route('test/mails', 'routes/test/mails.tsx'),
  route('test/mails/:id', 'routes/test/mail.tsx'),

  route('media/:file', 'routes/media.ts'),
  route('admin/media/:file', 'routes/media.ts', { id: 'admin-media' }),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
